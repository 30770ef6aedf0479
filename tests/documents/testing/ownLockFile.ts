import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { here } from './useCheckout';

interface LockedPackage {
  link?: boolean;
}

/**
 * Makes a lock file for a repository that installs this project's packages. It pins the same versions as this project's own
 * lock file, so that npm needs only packages that are already in npm's cache.
 *
 * @param directory the other repository's directory
 * @returns the lock file as JSON
 */
export async function ownLockFile(directory: string): Promise<string> {
  const own = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as object;
  const lock = JSON.parse(await readFile(here.path('package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const packages: Record<string, object> = { '': own };
  for (const [path, locked] of Object.entries(lock.packages)) {
    // An installed workspace has its own `node_modules` folder inside `node_modules/@site/<workspace>`.
    const installedPath = path.replace(
      /^(?:backend|shared|shell|platform|tests)\/(?=node_modules\/)/,
      'node_modules/@site/$&',
    );
    if (installedPath.startsWith('node_modules/') && !locked.link) packages[installedPath] = locked;
  }
  return JSON.stringify({ ...lock, packages });
}
