import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of a checkout that are built and deployed: the shell, and those that have a `remote.config.ts`. */
export function readApps(repository: string): string[] {
  const isRemote = (folder: string) => existsSync(join(repository, folder, 'remote.config.ts'));
  return ['shell', ...readdirSync(repository).filter(isRemote).sort()];
}
