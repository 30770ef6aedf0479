import { cpSync } from 'node:fs';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** Copies the directory of a store as it is: with its links, and with its times, by which `prune` judges. */
export function copyStore(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

const FOLDERS = ['history/', 'releases/', 'previews/', 'pages/', 'data/', 'artifacts/', 'assets/'];

/** Copies a site into another store, where the same of it is live. */
export async function copySite(from: Store, to: Store): Promise<void> {
  const files = (await Promise.all(FOLDERS.map((folder) => from.walk(folder)))).flat();
  await forEachParallel(files, async ({ key }) => to.write(key, (await from.read(key)) ?? ''));
}
