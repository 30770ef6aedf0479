/**
 * A value as JSON for the inside of a script element, which nothing in it can end. What is read from it is exactly
 * what a page can be rendered and hydrated with: every text well-formed, nothing undefined.
 *
 * @throws TypeError if the value has no JSON, such as undefined
 */
export function embed(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`${typeof value} cannot be embedded in a page.`);
  // Half of a surrogate pair, which JSON escapes, would not survive in a page; whatever else is escaped stays.
  const wellFormed = json.replace(/\\(?:ud[89a-f]..|.)/g, (code) => (code.length > 2 ? '\uFFFD' : code));
  return wellFormed.replaceAll('<', '\\u003c');
}
