/** A number of bytes in kB, for tables. */
export function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
