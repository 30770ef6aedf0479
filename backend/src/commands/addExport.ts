import type { Command } from 'commander';
import type PocketBase from 'pocketbase';
import { formatCsv } from '../operator/formatCsv';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';
import { writeFileAtomically } from '../writeFileAtomically';

/**
 * Adds `<parent> export`. The file can be read by its owner alone: it holds visitors' data.
 *
 * @param first the columns that come first; all fields that are not hidden follow
 */
export function addExport(
  parent: Command,
  terminal: Terminal,
  { collection, what, first }: { collection: string; what: string; first: readonly string[] },
): void {
  parent
    .command('export [file]')
    .description(`write all ${what} as CSV, oldest first; spreadsheets take no cell for a formula`)
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const client = await openSession(terminal);
      const records = await client.collection(collection).getFullList({ sort: 'created' });
      terminal.note(`${records.length} ${what}`);
      const text = json ? JSON.stringify(records, null, 2) : formatCsv(records, await columnsOf(client));
      if (file === undefined) return terminal.out(text);
      await writeFileAtomically(file, text, { mode: 0o600 });
      terminal.note(`Written to ${file}.`);
    });

  async function columnsOf(client: PocketBase): Promise<string[]> {
    const { fields } = await client.collections.getOne(collection);
    const others = fields.filter(({ name, hidden }) => !hidden && !first.includes(name));
    return [...first, ...others.map(({ name }) => name)];
  }
}
