/**
 * A value as JSON for the inside of a script element, which nothing in it can end. Server and
 * browser read the same value from it: every text is well-formed, and nothing is undefined.
 *
 * @throws TypeError if the value has no JSON, such as undefined
 */
export function embed(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`${typeof value} cannot be embedded in a page.`);
  // JSON escapes half of a surrogate pair, which would not survive in a page. Other escapes stay.
  const wellFormed = json.replace(/\\(?:ud[89a-f]..|.)/g, (code) => (code.length > 2 ? '\uFFFD' : code));
  return wellFormed.replaceAll('<', '\\u003c');
}
