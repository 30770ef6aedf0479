import type { Report, Table, Target } from '../Measurement';

interface Facts {
  /** What stands above the tables, by name. */
  facts: Record<string, string>;
  reports: Report[];
  /** Sentences about what was left out. */
  missing: string[];
}

/** What was measured as Markdown, its tables not yet aligned. */
export function formatReport({ facts, reports, missing }: Facts): string {
  const targets = reports.flatMap((report) => report.targets);
  const reached = targets.filter(({ isMet }) => isMet).length;
  const parts = [
    '# Measurements',
    'Written by `npm run bench`; do not edit. One part alone: `npm run bench -- --only <part>`, see `npm run bench -- --help`.',
    formatTable({ title: 'How', columns: ['', ''], rows: Object.entries(facts) }),
    ...missing,
    formatTable({
      title: `Targets: ${reached} of ${targets.length} met`,
      columns: ['', 'wanted', 'measured', 'met'],
      rows: targets.map(targetRow),
    }),
    ...reports.flatMap(({ tables }) => tables.map(formatTable)),
  ];
  return parts.join('\n\n');
}

function targetRow({ name, wanted, measured, isMet }: Target): string[] {
  return [name, wanted, measured, isMet ? 'yes' : '**no**'];
}

function formatTable({ title, note, columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  const table = lines.map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n');
  return [`## ${title}`, note, table].filter(Boolean).join('\n\n');
}

/** A bar would end the cell. */
function escape(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
