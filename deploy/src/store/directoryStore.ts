import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { liveRelease } from '../release/liveRelease';
import type { Store } from './Store';

/** How often `live` is compared with the history before giving up; more means that others deploy all the time. */
const FOLLOW_ATTEMPTS = 100;

/** A store in a directory. Its `live` link names the newest release of the history, for web servers. */
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
      await move(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  }

  const store: Store = {
    read: (key) => unless('ENOENT', readFile(pathOf(key))),
    write: (key, content) => place(key, content, rename),
    async create(key, content) {
      let created = false;
      await place(key, content, async (from, to) => {
        const linked = link(from, to).then(() => true);
        created = (await unless('EEXIST', linked)) ?? false;
      });
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
            return found ? [{ key, bytes: found.size, modified: found.mtime }] : [];
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
    async follow() {
      // Another deployment may move on between our look at the history and our link: look again afterwards.
      for (let attempt = 0; attempt < FOLLOW_ATTEMPTS; attempt += 1) {
        const release = await liveRelease(store);
        const target = release && join('releases', release.id);
        if (!target || (await unless('ENOENT', readlink(pathOf('live')))) === target) return;
        const draft = pathOf(`live.${randomUUID()}.tmp`);
        await symlink(target, draft);
        await rename(draft, pathOf('live'));
      }
      throw new Error('The live link could not be brought up to date: the history keeps changing.');
    },
  };
  return store;
}

async function unless<Result>(code: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}
