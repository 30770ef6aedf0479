/** A table of words that are divided by white space. */
export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
