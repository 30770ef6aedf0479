export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
