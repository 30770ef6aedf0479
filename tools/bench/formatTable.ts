export interface Table {
  title: string;
  /** What a reader has to know about the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

/** A table in Markdown, not yet aligned. */
export function formatTable({ title, note, columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return ['', `## ${title}`, note, lines.join('\n'), ''].join('\n\n');
}
