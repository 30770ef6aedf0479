import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { openBackend } from '../openBackend';
import { CommandError } from '../operator/CommandError';
import type { Terminal } from '../operator/Terminal';

/** Adds `serve`. */
export function serve(parent: Command, terminal: Terminal): void {
  parent
    .command('serve')
    .description('run PocketBase alone, for a web server in front of it, until Ctrl-C or SIGTERM')
    .option('--port <port>', 'where it listens on 127.0.0.1', readPort, 8090)
    .option('--seed', 'fill an empty portfolio with the sample projects')
    .action(async ({ port, seed = false }: { port: number; seed?: boolean }) => {
      const { dataDir, note, out, untilStopped } = terminal;
      const backend = await openBackend({
        dataDir: join(dataDir, 'pocketbase'),
        cacheDir: join(dataDir, 'cache'),
        port,
        seed,
        log: note,
      });
      out(
        `The backend is at ${backend.url}, its dashboard at ${backend.dashboardUrl}, on this machine only.`,
      );
      const endedUnexpectedly = await Promise.race([
        untilStopped().then(() => false),
        backend.ended.then(() => true),
      ]);
      await backend.stop();
      // What watches over this process starts it again.
      if (endedUnexpectedly)
        throw new CommandError(
          'PocketBase ended unexpectedly; what it printed is above. Start it again: npm run backend -- serve',
        );
    });
}

function readPort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new InvalidArgumentError('Use a number from 0 to 65535; 0 picks a free port.');
}
