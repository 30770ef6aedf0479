import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Finds the folder of an installed package as Node would, and resolves symbolic links as webpack does.
 *
 * @param from the folder where the search starts
 * @throws Error with advice if the package is not installed
 */
export function packageFolder(name: string, from: string): string {
  const found = nearestFolder(from, (folder) =>
    existsSync(join(folder, 'node_modules', name, 'package.json')),
  );
  if (found === undefined) throw new Error(`${name} is not installed in ${from}. Run npm ci there.`);
  return realpathSync(join(found, 'node_modules', name));
}

/**
 * Returns a machine-independent name for a file. For an app's own file, the name is the path relative to the app's folder.
 * For a file in a package, it is the package's name followed by the path relative to the package's folder.
 *
 * @param directory the app's folder
 */
export function nameInPackage(file: string, directory: string): string {
  const own = relative(directory, file);
  const isPackaged = own.startsWith(`..${sep}`) || own.startsWith(`node_modules${sep}`);
  const folder = isPackaged
    ? nearestFolder(dirname(file), (one) => existsSync(join(one, 'package.json')))
    : undefined;
  if (folder === undefined) return own;
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  return `${name}/${relative(folder, file)}`;
}

/** Returns the nearest folder that matches: `from` itself or one of its ancestors; undefined if none matches. */
export function nearestFolder(from: string, matches: (folder: string) => boolean): string | undefined {
  const folder = resolve(from);
  if (matches(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestFolder(parent, matches);
}
