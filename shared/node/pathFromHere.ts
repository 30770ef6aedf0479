import { relative } from 'node:path';

/**
 * Shortens a path for a message, by making it relative to the folder in which the user ran the command. npm itself runs
 * scripts in another folder.
 *
 * @returns the relative path, or the absolute path if it leads outside the folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
