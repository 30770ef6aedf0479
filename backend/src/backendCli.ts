import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@site/shared/node/errorMessage';
import { openBackend } from './openBackend';
import { pathFromHere } from '@site/shared/node/pathFromHere';
import { untilStopped } from '@site/shared/node/untilStopped';

const USAGE = `Usage: npm run backend -- [--port <port>] [--seed]
  --port  the port of PocketBase on 127.0.0.1; 8090 by default, 0 picks a free one
  --seed  fills empty collections with the samples in the folders seed`;

/**
 * `npm run backend`: runs only PocketBase, until Ctrl-C or SIGTERM. The site's server runs separately.
 * @throws Error if PocketBase does not start or exits unexpectedly. This process then exits with an error, so that a
 *   process manager restarts it
 */
async function serve(): Promise<void> {
  const { port, seed } = readArguments();
  const data = resolve(import.meta.dirname, '../..', process.env.DATA_DIR || '.local');
  const log = (line: string) => console.error(line);
  const backend = await openBackend({
    dataDir: join(data, 'pocketbase'),
    cacheDir: join(data, 'cache'),
    port,
    seed,
    log,
  });
  console.log(
    `The backend is at ${backend.url}, its dashboard at ${backend.dashboardUrl}, on this machine only.`,
  );
  console.log(`The dashboard's account is in ${pathFromHere(backend.superuserFile)}.`);
  const isStopped = await Promise.race([untilStopped().then(() => true), backend.ended.then(() => false)]);
  await backend.stop();
  if (!isStopped)
    throw new Error('PocketBase has ended. Its output is above. Start it again: npm run backend');
}

function readArguments(): { port: number; seed: boolean } {
  const port = { type: 'string', default: '8090' } as const;
  const seed = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ options: { port, seed } });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      throw new Error(`--port is "${values.port}"; it must be a number from 0 to 65535.`);
    }
    return { port: Number(values.port), seed: values.seed };
  } catch (error) {
    throw new Error(`${errorMessage(error)}\n${USAGE}`);
  }
}

await serve().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exitCode = 1;
});
