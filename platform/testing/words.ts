/** Splits a text into words at white space. */
export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
