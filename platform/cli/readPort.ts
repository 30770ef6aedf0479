import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { dataDir } from './repository';

/**
 * Reads the port from `PORT`; 3000 by default.
 *
 * @param command the command that listens on the port, for the error message
 * @throws Error with advice if the port is invalid or in use
 */
export async function readPort(command: string): Promise<number> {
  const value = process.env.PORT ?? '3000';
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536)
    return pickPort(port, `choose another port: PORT=3001 ${command}`);
  throw new Error(`PORT is "${value}", which is not a port. Use a number from 1 to 65535.`);
}

/** Records the port of `npm start`, so that commands in other terminals can find it. */
export async function recordPort(port: number, directory = dataDir): Promise<void> {
  await writeFile(join(directory, 'port'), `${port}\n`);
}

/** Returns the port of `npm start`: `PORT` if it is set, otherwise the last recorded port, otherwise 3000. */
export async function portOfStart(directory = dataDir): Promise<number> {
  const recorded = await readFile(join(directory, 'port'), 'utf8').catch(() => '3000');
  return Number(process.env.PORT || recorded);
}

/**
 * Returns the port on which `npm start` serves previews: 10,000 above the site's port, or 10,000 below it if that would
 * not be a valid port.
 */
export function previewPort(port: number): number {
  return port + 10_000 < 65_536 ? port + 10_000 : port - 10_000;
}
