import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { here } from './useCheckout';

/** One package, as a lock file has it. */
interface LockedPackage {
  link?: boolean;
}

/**
 * A lock file from which npm makes that of a repository which takes this project's packages: it has the versions that
 * this project has, so that npm asks a registry for nothing that it has not fetched before.
 *
 * @param directory of that repository
 */
export async function ownLockFile(directory: string): Promise<string> {
  const own = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as object;
  const lock = JSON.parse(await readFile(here.path('package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(lock.packages).flatMap(([path, locked]) => {
    // What a workspace has for itself it has as a package, too.
    const moved = path.replace(
      /^(?:backend|shared|shell|tools)\/(?=node_modules\/)/,
      'node_modules/@site/$&',
    );
    return moved.startsWith('node_modules/') && !locked.link ? [[moved, locked] as const] : [];
  });
  return JSON.stringify({ ...lock, packages: { '': own, ...Object.fromEntries(installed) } });
}
