import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './writeFileAtomically';

/** A small JSON file that this project keeps in a directory, for other processes and later starts. */
export function jsonFile<T>(directory: string, name: string, mode = 0o600) {
  const path = join(directory, name);
  return {
    /**
     * @returns what it holds; undefined if it is missing or is not JSON.
     * @throws Error if it may not be read.
     */
    async read(): Promise<Partial<T> | undefined> {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as Partial<T>;
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
          return undefined;
        throw error;
      }
    },
    /** A full disk leaves the earlier content as it is. */
    write: (content: T) => writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`, { mode }),
    remove: () => rm(path, { force: true }),
  };
}
