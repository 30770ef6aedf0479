import { readFile, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { writeFileAtomically } from '@site/backend/writeFileAtomically';
import type { Store } from './Store';

/** A store in a directory. */
export function directoryStore(directory: string): Store {
  /** No key leads out of the directory. */
  function pathOf(key: string): string {
    if (key.split('/').includes('..')) throw new Error(`${key} is no key of a store.`);
    return join(directory, key);
  }

  /** @returns whether it was written: if `keep` is wanted, what is there stays */
  async function place(key: string, content: Buffer | string, keep: boolean): Promise<boolean> {
    return writeFileAtomically(pathOf(key), content, { keep }).catch((error: unknown) => {
      throw explainFullDisk(directory, error as NodeJS.ErrnoException);
    });
  }

  return {
    read: async (key) => unless('ENOENT', readFile(pathOf(key))),
    write: async (key, content) => {
      await place(key, content, false);
    },
    create: (key, content) => place(key, content, true),
    async list(prefix) {
      const names = (await unless('ENOENT', readdir(pathOf(prefix)))) ?? [];
      return names.filter((name) => !name.endsWith('.tmp'));
    },
    async walk(prefix) {
      const entries =
        (await unless('ENOENT', readdir(pathOf(prefix), { recursive: true, withFileTypes: true }))) ?? [];
      const files = await Promise.all(
        entries
          .filter((entry) => entry.isFile())
          .map(async ({ parentPath, name }) => {
            const path = join(parentPath, name);
            const found = await unless('ENOENT', stat(path));
            const key = relative(directory, path).split(sep).join('/');
            return found ? [{ key, bytes: found.size, modified: found.mtime }] : [];
          }),
      );
      return files.flat();
    },
    modified: async (key) => (await unless('ENOENT', stat(pathOf(key))))?.mtime,
    async remove(key) {
      await rm(pathOf(key), { force: true });
      // Removes a directory with its last file; the system refuses if it is not empty.
      for (let parent = dirname(key); parent !== '.'; parent = dirname(parent)) {
        const gone = await rmdir(pathOf(parent)).then(
          () => true,
          () => false,
        );
        if (!gone) return;
      }
    },
  };
}

async function unless<Result>(code: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}

/** Why a directory could not be written to: if its disk is full, with what to do. */
export function explainFullDisk(directory: string, cause: NodeJS.ErrnoException): Error {
  if (!['ENOSPC', 'EDQUOT'].includes(cause.code ?? '')) return cause;
  return new Error(
    `The disk of ${directory} is full. Make space there, for a store by npm run deploy -- prune --keep-days 30, and try again.`,
    { cause },
  );
}
