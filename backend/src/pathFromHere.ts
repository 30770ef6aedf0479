import { relative } from 'node:path';

/**
 * Makes a path relative to the folder in which the user ran the command, for a message. npm itself runs scripts in another
 * folder.
 *
 * @returns the relative path, or the absolute path if it leads outside the folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
