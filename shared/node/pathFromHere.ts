import { relative } from 'node:path';

/**
 * Shortens a path for a message: makes it relative to the folder in which the user ran npm, unless it is outside that
 * folder. `process.cwd()` may be another folder, because npm runs scripts in the package's folder.
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
