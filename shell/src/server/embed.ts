/**
 * Converts a value to JSON for use inside a script element. Escapes `<`, so that the JSON cannot end the element. Replaces
 * lone surrogates, so that the server and the browser read the same value.
 *
 * @throws TypeError if JSON cannot represent the value, e.g. undefined
 */
export function embed(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`${typeof value} cannot be embedded in a page.`);
  // `JSON.stringify` escapes lone surrogates as `\ud…`. A page's text cannot contain lone surrogates, so these escapes are
  // replaced. All other escapes are kept.
  const wellFormed = json.replace(/\\(?:ud[89a-f]..|.)/g, (code) => (code.length > 2 ? '\uFFFD' : code));
  return wellFormed.replaceAll('<', '\\u003c');
}
