import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { explainFullDisk } from './explainFullDisk';
import type { Store } from './Store';

/** Where pages are stored by their content. */
const PAGES = 'pages/';

/** A store in a directory. */
export function directoryStore(directory: string): Store {
  /** What lies outside the directory is nobody's key. */
  function pathOf(key: string): string {
    if (key.split('/').includes('..')) throw new Error(`${key} is no key of a store.`);
    return join(directory, key);
  }

  /** Writes a complete file beside the wanted one, hands it over, and removes what is left of it. */
  async function place(
    key: string,
    content: Buffer | string,
    move: (from: string, to: string) => Promise<void>,
  ) {
    const target = pathOf(key);
    const draft = `${target}.${randomUUID()}.tmp`;
    await mkdir(dirname(target), { recursive: true });
    try {
      await writeFile(draft, content, { flush: true });
      if (key.startsWith(PAGES)) await utimes(draft, timeOf(key), timeOf(key));
      await move(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    directory,
    read: async (key) => unless('ENOENT', readFile(pathOf(key))),
    write: (key, content) => explainFullDisk(directory, () => place(key, content, rename)),
    async create(key, content) {
      let created = false;
      const move = async (from: string, to: string) => {
        const linked = link(from, to).then(() => true);
        created = (await unless('EEXIST', linked)) ?? false;
      };
      await explainFullDisk(directory, () => place(key, content, move));
      return created;
    },
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
            if (!found) return [];
            // A page's time of modification is made of its content; that of its last use is this.
            const modified = key.startsWith(PAGES) ? found.ctime : found.mtime;
            return [{ key, bytes: found.size, modified }];
          }),
      );
      return files.flat();
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      // A directory goes with its last file; one that is not empty refuses.
      for (let parent = dirname(key); parent.includes('/'); parent = dirname(parent)) {
        const gone = await rmdir(pathOf(parent)).then(
          () => true,
          () => false,
        );
        if (!gone) return;
      }
    },
  };
}

/**
 * The time of modification of a page, made of the hash that it is stored by: web servers make ETags of time and size,
 * which so agree between hosts and differ between contents.
 *
 * @returns seconds, in the years from 2001 to 2024
 */
function timeOf(key: string): number {
  return 1_000_000_000 + (Number.parseInt(basename(key).slice(0, 12), 16) % 700_000_000);
}

async function unless<Result>(code: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}
