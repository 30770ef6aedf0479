import { cpSync } from 'node:fs';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** Copies the directory of a store as it is: with its links, and with its times, by which `prune` judges. */
export function copyStore(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

/** Copies a site into another store, where the same of it is live. */
export async function copySite(from: Store, to: Store): Promise<void> {
  await forEachParallel(await from.walk(''), async ({ key }) => to.write(key, (await from.read(key)) ?? ''));
}
