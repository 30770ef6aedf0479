import { join } from 'node:path';
import { appFolders } from './appFolders';
import { appName } from './appName';
import { readRemote } from './readRemote';

/**
 * Finds the apps in a repository.
 *
 * @returns each app's folder, by app name
 * @throws Error that names both folders if two remotes have the same name
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
