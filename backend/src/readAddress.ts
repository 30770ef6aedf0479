import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNote } from './readNote';

/** Notes for the operator's commands where the PocketBase of a data directory listens. */
export async function writeAddress(dataDir: string, url: string): Promise<void> {
  await writeFile(pathOf(dataDir), `${JSON.stringify({ url })}\n`, { mode: 0o600 });
}

/** Removes the note, as nothing listens there any more. */
export async function removeAddress(dataDir: string): Promise<void> {
  await rm(pathOf(dataDir), { force: true });
}

/** @returns `http://127.0.0.1:<port>`, undefined if no PocketBase was started or the last one was stopped. */
export async function readAddress(dataDir: string): Promise<string | undefined> {
  return (await readNote<{ url: string }>(pathOf(dataDir)))?.url;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'address.json');
}
