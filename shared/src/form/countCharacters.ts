/** The length of a text as the backend counts it: in Unicode code points. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
