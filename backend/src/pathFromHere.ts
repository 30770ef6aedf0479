import { relative } from 'node:path';

/**
 * Shortens a path for the user, relative to the folder in which they ran the command. npm itself changes the folder.
 *
 * @returns a relative path, or the absolute one if it is outside that folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
