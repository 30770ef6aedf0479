/**
 * A value as JSON for the inside of a script element, which nothing in it can end. What is read from it is exactly
 * what a page can be rendered and hydrated with: every text well-formed, nothing undefined.
 *
 * @throws TypeError if the value has no JSON, such as undefined
 */
export function embed(value: unknown): string {
  const json = JSON.stringify(value, wellFormed) as string | undefined;
  if (json === undefined) throw new TypeError(`${typeof value} cannot be embedded in a page.`);
  return json.replaceAll('<', '\\u003c');
}

/** Half of a surrogate pair would not survive in a file; JSON can hold it in texts and in names. */
function wellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return repair(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [repair(name), content]));
}

function repair(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
