import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './writeFileAtomically';

/** A small JSON file that this project keeps in a directory, for other processes and later starts. */
export function jsonFile<T>(directory: string, name: string, mode = 0o600) {
  const path = join(directory, name);
  return {
    /** @returns what it holds; undefined if it is missing or is no JSON. */
    async read(): Promise<Partial<T> | undefined> {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as Partial<T>;
      } catch {
        return undefined;
      }
    },
    /** A full disk leaves the earlier content as it is. */
    write: (content: T) => writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`, { mode }),
    remove: () => rm(path, { force: true }),
  };
}
