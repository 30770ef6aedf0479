/** Spreadsheets take a cell that starts so for a formula; also the full-width signs, and after white space. */
const FORMULA = /^\s*[=+\-@\t\r\n|%＝＋－＠]/u;

/**
 * CSV for spreadsheets (RFC 4180, with a byte order mark, by which they know UTF-8). A cell that would be taken for a
 * formula gets an apostrophe in front, which makes it a text.
 */
export function formatCsv<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  return `\ufeff${lines.map((cells) => cells.map(quote).join(',')).join('\r\n')}\r\n`;
}

function quote(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
