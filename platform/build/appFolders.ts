import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the folders of a repository's apps, relative to the repository: the shell's folder, and each folder with a
 * `remote.config.ts`. If the repository consists of a single remote, the only folder is the repository itself, `.`.
 */
export function appFolders(repository: string): string[] {
  const has = (folder: string, file: string) => existsSync(join(repository, folder, file));
  const folders = ['.', ...readdirSync(repository).sort()];
  return [
    ...(has('shell', 'webpack.config.ts') ? ['shell'] : []),
    ...folders.filter((folder) => has(folder, 'remote.config.ts')),
  ];
}
