import { relative } from 'node:path';

/**
 * A path as somebody can type it in the folder in which the command was given, which npm leaves.
 *
 * @returns relative to that folder, or absolute if it is outside of it
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
