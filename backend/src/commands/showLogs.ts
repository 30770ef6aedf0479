import { InvalidArgumentError, type Command } from 'commander';
import type { LogModel } from 'pocketbase';
import { formatTable } from '../operator/formatTable';
import { openSession } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

/** Adds `logs`. */
export function showLogs(parent: Command, terminal: Terminal): void {
  parent
    .command('logs')
    .description("show PocketBase's log, newest first")
    .option('--limit <count>', 'how many entries, at most 500', toLimit, 50)
    .option('--errors', 'errors only')
    .option('--json', 'as JSON, with all that was noted')
    .action(async ({ limit, errors, json }: { limit: number; errors?: true; json?: true }) => {
      const client = await openSession(terminal);
      const { items } = await client.logs.getList(1, limit, {
        sort: '-created',
        ...(errors && { filter: 'level >= 8' }),
      });
      terminal.out(json ? JSON.stringify(items, null, 2) : toTable(items));
    });
}

function toLimit(value: string): number {
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new InvalidArgumentError('Use 1 to 500.');
  return limit;
}

function toTable(entries: LogModel[]): string {
  const columns = {
    time: ({ created }: LogModel) => created.slice(0, 19),
    level: ({ level }: LogModel) => nameOf(Number(level)),
    message: ({ message }: LogModel) => message,
    details: ({ data }: LogModel) => String(data.error ?? data.status ?? ''),
  };
  return formatTable(entries, columns, 'The log is empty.');
}

/** The levels are those of Go's `slog`. */
function nameOf(level: number): string {
  if (level >= 8) return 'error';
  return level >= 4 ? 'warning' : 'info';
}
