import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readBlocks } from './readBlocks';

const OPERATE = resolve(import.meta.dirname, '../../../docs/operate.md');

interface Unit {
  port: number;
  store: string;
  backendUrl: string;
  /** What all that it says is added to. */
  log: string;
}

/** A process of the site. */
export interface SiteProcess {
  /** @returns its exit code, or the signal that has ended it */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
}

/** Starts one of the site's processes as its unit in docs/operate.md says, and waits as that does until it answers. */
export async function startUnit({ port, store, backendUrl, log }: Unit): Promise<SiteProcess> {
  const unit = (await readBlocks(OPERATE)).find(({ text }) =>
    text.includes('Description=The site on port %i'),
  );
  const line = (pattern: RegExp): string => {
    const [, found] = pattern.exec(unit?.text ?? '') ?? [];
    if (!found) throw new Error(`The unit has no line ${String(pattern)}.`);
    return found.replaceAll('%i', String(port));
  };
  const options = line(/^ExecStart=\/usr\/bin\/npm run deploy -- (.+)$/m);
  const waiting = line(/^ExecStartPost=(.+)$/m);
  const file = await open(log, 'a');
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--import', './tests/docs/testing/throwOnSignal.ts'],
      ...['tools/cli/cli.ts', ...options.replace('http://127.0.0.1:8090', backendUrl).split(' ')],
      ...['--to', store],
    ],
    {
      cwd: resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, PORT: line(/^Environment=PORT=(.+)$/m) },
      stdio: ['ignore', file.fd, file.fd],
    },
  );
  const ended = once(child, 'close') as Promise<[number, null] | [null, NodeJS.Signals]>;
  await file.close();
  await promisify(execFile)('bash', ['-c', waiting]);
  return {
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by;
    },
  };
}
