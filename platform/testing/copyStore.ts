import { cpSync } from 'node:fs';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** Copies a store's directory. Keeps modification times, because `prune` reads them. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

/** Copies all files from one store to another, so that the same release is live in both. */
export async function copyStore(from: Store, to: Store): Promise<void> {
  await forEachParallel(await from.list('', { deep: true }), async ({ key }) =>
    to.write(key, (await from.read(key)) ?? ''),
  );
}
