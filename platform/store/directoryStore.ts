import type { Dirent } from 'node:fs';
import { readFile, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { writeFileAtomically } from '@site/shared/node/writeFileAtomically';
import { listWith } from './listWith';
import type { Store, StoredFile } from './Store';

export function directoryStore(directory: string): Store {
  /** @throws Error if a segment of the key is `..`, which could lead out of the directory */
  function filePath(key: string): string {
    if (key.split('/').includes('..')) throw new Error(`${key} is not a valid store key.`);
    return join(directory, key);
  }

  /**
   * @param keep whether an existing file is kept unchanged
   * @returns whether the content was written
   */
  async function place(key: string, content: Buffer | string, keep: boolean): Promise<boolean> {
    return writeFileAtomically(filePath(key), content, { keep }).catch((error: unknown) => {
      throw explainFullDisk(directory, error as NodeJS.ErrnoException);
    });
  }

  /** @returns undefined if the file has been removed since it was listed */
  async function describeFile({ parentPath, name }: Dirent): Promise<StoredFile | undefined> {
    const path = join(parentPath, name);
    const found = await unless(['ENOENT'], stat(path));
    const key = relative(directory, path).split(sep).join('/');
    return found && { key, bytes: found.size, modified: found.mtime };
  }

  async function listNames(prefix: string): Promise<string[]> {
    const names = (await unless(['ENOENT'], readdir(filePath(prefix)))) ?? [];
    return names.filter((name) => !name.endsWith('.tmp'));
  }

  async function listDeep(prefix: string): Promise<StoredFile[]> {
    const listing = readdir(filePath(prefix), { recursive: true, withFileTypes: true });
    const entries = (await unless(['ENOENT'], listing)) ?? [];
    const found = await Promise.all(entries.filter((entry) => entry.isFile()).map(describeFile));
    return found.filter((file) => file !== undefined);
  }

  return {
    // Visitors may request any key. A key counts as missing if it is too long, names a folder, or uses a file as a folder.
    read: async (key) => unless(NO_FILE, readFile(filePath(key))),
    write: async (key, content) => {
      await place(key, content, false);
    },
    create: (key, content) => place(key, content, true),
    list: listWith(listNames, listDeep),
    async remove(key) {
      await rm(filePath(key), { force: true });
      // Also remove the parent directories that have become empty. `rmdir` fails if a directory is not empty.
      for (let parent = dirname(key); parent !== '.'; parent = dirname(parent)) {
        const gone = await rmdir(filePath(parent)).then(
          () => true,
          () => false,
        );
        if (!gone) return;
      }
    },
  };
}

const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/** @returns undefined if `work` fails with one of the error codes in `codes` */
async function unless<Result>(codes: readonly string[], work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Returns an error with advice if a write failed because the disk is full. Any other error is returned unchanged. */
export function explainFullDisk(directory: string, cause: NodeJS.ErrnoException): Error {
  if (!['ENOSPC', 'EDQUOT'].includes(cause.code ?? '')) return cause;
  return new Error(
    `The disk that holds ${directory} is full. Free some space (for a store: npm run deploy -- prune --keep-days 30) and try again.`,
    { cause },
  );
}
