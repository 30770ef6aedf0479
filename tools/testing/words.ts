/** A list of words, separated by white space. */
export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
