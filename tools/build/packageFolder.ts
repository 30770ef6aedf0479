import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The folder of a package, as Node finds it from another folder. Links are resolved, as webpack does.
 *
 * @throws Error that says what to do if it is not installed
 */
export function packageFolder(name: string, from: string): string {
  const found = folderAbove(from, (folder) => existsSync(join(folder, 'node_modules', name, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed in ${from}. Run npm ci there.`);
  return realpathSync(join(found, 'node_modules', name));
}

/**
 * The name of a file that is the same on every machine: relative to the app's folder, or for files of a package the
 * package's name and the path in it.
 *
 * @param directory the app's folder
 */
export function nameInPackage(file: string, directory: string): string {
  const own = relative(directory, file);
  const isPackaged = own.startsWith(`..${sep}`) || own.startsWith(`node_modules${sep}`);
  const folder = isPackaged
    ? folderAbove(dirname(file), (one) => existsSync(join(one, 'package.json')))
    : undefined;
  if (folder === undefined) return own;
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  return `${name}/${relative(folder, file)}`;
}

/** The nearest of a folder and those that it is in. */
export function folderAbove(from: string, isIt: (folder: string) => boolean): string | undefined {
  const folder = resolve(from);
  if (isIt(folder)) return folder;
  return folder === dirname(folder) ? undefined : folderAbove(dirname(folder), isIt);
}
