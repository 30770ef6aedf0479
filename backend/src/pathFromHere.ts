import { relative } from 'node:path';

/**
 * Shortens a path for a message: relative to the folder in which the user ran the command. npm runs scripts in another folder.
 *
 * @returns a relative path, or the absolute one if it is outside that folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
