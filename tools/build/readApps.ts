import { join } from 'node:path';
import { appFolders } from './appFolders';
import { appName } from './appName';
import { readRemote } from './readRemote';

/**
 * The apps of a repository and their folders, by the names that they are deployed by.
 *
 * @throws Error that names both folders if two remotes have one name
 */
export function readApps(repository: string): Map<string, string> {
  const apps = new Map<string, string>();
  for (const folder of appFolders(repository)) {
    const directory = join(repository, folder);
    const name = appName(readRemote(directory));
    const other = apps.get(name);
    if (other !== undefined)
      throw new Error(
        `${other} and ${directory} have the same name in remote.config.ts. Rename one of them.`,
      );
    apps.set(name, directory);
  }
  return apps;
}
