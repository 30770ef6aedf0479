import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { copyCheckout } from '../documents/testing/copyCheckout';
import { startCommand } from '../documents/testing/runCommand';

export interface DevelopmentServer {
  /** The server's address, without a trailing slash. */
  url: string;
  edit: (file: string, before: string, after: string) => Promise<void>;
  write: (file: string, text: string) => Promise<void>;
  read: (file: string) => Promise<string>;
  output: () => string;
  /**
   * Stops the server as Ctrl-C does, and deletes the copy of the checkout.
   *
   * @returns the exit code; null if a signal ended the server
   */
  stop: () => Promise<number | null>;
}

/**
 * Starts `npm run dev` in a copy of this checkout, on a free port and with its own data. Waits until the site can be opened.
 *
 * @param args the arguments after `npm run dev --`
 */
export async function startDevelopmentServer(args = ''): Promise<DevelopmentServer> {
  const { directory, remove } = await copyCheckout();
  const port = await freePort();
  const server = startCommand(`npm run dev -- ${args}`, { directory, env: { PORT: String(port) } });
  const stop = () => server.stop().finally(remove);
  await server.waitForOutput(/The site is at/).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
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
    read: (file) => readFile(join(directory, file), 'utf8'),
    output: server.output,
    stop,
  };
}
