import { cpSync } from 'node:fs';

/** Copies the directory of a store as it is: with its links, and with its times, by which `prune` judges. */
export function copyStore(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
