import { relative } from 'node:path';

/**
 * Shortens a path for a message. The path is made relative to the folder in which the user ran npm. npm runs scripts in the
 * package's folder, so `process.cwd()` may differ.
 *
 * @returns the relative path, or `path` itself if it is outside that folder
 */
export function pathFromHere(path: string): string {
  const short = relative(process.env.INIT_CWD ?? process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
