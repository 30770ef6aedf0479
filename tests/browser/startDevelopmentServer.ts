import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { copyCheckout } from '../docs/testing/copyCheckout';

/** `npm run dev` in a copy of this checkout. */
export interface DevelopmentServer {
  /** Without a trailing slash. */
  url: string;
  /** Replaces text in a file of the copy. */
  edit: (file: string, before: string, after: string) => Promise<void>;
  /** Writes a new file of the copy. */
  write: (file: string, text: string) => Promise<void>;
  /** What it has written to the terminal. */
  output: () => string;
  /** Ends it as Ctrl-C does; gives its exit code. */
  stop: () => Promise<number | null>;
}

/** How long it may take to start or to stop. Milliseconds. */
const START_LIMIT = 240_000;
const STOP_LIMIT = 20_000;

/**
 * Starts `npm run dev` in a copy of this checkout, on a free port and with data of its own, and waits until it
 * serves.
 *
 * @param args what follows `npm run dev --`
 */
export async function startDevelopmentServer(args: string[] = []): Promise<DevelopmentServer> {
  const { directory, remove } = await copyCheckout();
  const port = await freePort();
  let output = '';
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), 'tools/dev/start.ts', ...args],
    {
      cwd: directory,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()));
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
    const code = await ended;
    clearTimeout(force);
    await remove();
    return code;
  };

  const deadline = Date.now() + START_LIMIT;
  while (!output.includes('The site is at')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`npm run dev does not start:\n${output}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url: `http://localhost:${port}`,
    async edit(file, before, after) {
      const path = join(directory, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
      await writeFile(path, text.replace(before, after));
    },
    async write(file, text) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    },
    output: () => output,
    stop,
  };
}
