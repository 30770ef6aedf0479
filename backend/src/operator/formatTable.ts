const LONGEST_CELL = 48;

/** A column: its heading, and what stands in it for a row. */
type Columns<Row> = Record<string, (row: Row) => string>;

/**
 * A table for people. Line breaks and what could command a terminal are taken out of the cells, for they hold what
 * visitors wrote; long ones are cut.
 * @returns lines without a final line break; `none` if there are no rows.
 */
export function formatTable<Row>(rows: readonly Row[], columns: Columns<Row>, none: string): string {
  if (rows.length === 0) return none;
  const table = [
    Object.keys(columns).map((heading) => heading.toUpperCase()),
    ...rows.map((row) => Object.values(columns).map((cellOf) => toCell(cellOf(row)))),
  ];
  const widths = Object.keys(columns).map((_, column) =>
    Math.max(...table.map((cells) => lengthOf(cells[column] ?? ''))),
  );
  return table
    .map((cells) =>
      cells
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line without control and direction characters. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function toCell(text: string): string {
  const characters = Array.from(toLine(text));
  return characters.length > LONGEST_CELL
    ? `${characters.slice(0, LONGEST_CELL - 1).join('')}…`
    : characters.join('');
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - lengthOf(cell));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
