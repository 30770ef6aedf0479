import { relative } from 'node:path';

/**
 * Shortens a path for a message: makes it relative to the folder in which the user ran npm. `process.cwd()` may be another
 * folder, because npm runs scripts in the package's folder.
 *
 * @returns the relative path, or `path` itself if it is outside the folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
