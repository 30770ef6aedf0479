import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of a repository that are built and deployed, relative to it: the shell's, and those that have a
 * `remote.config.ts`. A repository that is one remote's alone is such a folder itself, `.`.
 */
export function appFolders(repository: string): string[] {
  const has = (folder: string, file: string) => existsSync(join(repository, folder, file));
  const folders = ['.', ...readdirSync(repository).sort()];
  return [
    ...(has('shell', 'webpack.config.ts') ? ['shell'] : []),
    ...folders.filter((folder) => has(folder, 'remote.config.ts')),
  ];
}
