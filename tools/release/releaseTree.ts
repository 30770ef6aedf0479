import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, readlink, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formsOf } from '../store/compress';
import { contentsOf, type Release } from './Release';
import { forEachParallel } from '../store/forEachParallel';

/** For how long a tree that is not live stays for requests that have already found it. Milliseconds. */
const GRACE_PERIOD = 3_600_000;

/** The folder of a directory store from which web servers serve a release. */
export function treeOf(id: string): string {
  return join('trees', id);
}

/**
 * Lays out a release for web servers: each of its files under its own name, as a hard link to its content, or as a
 * copy where the file system refuses links. One that is there is only young again by it.
 *
 * @param directory the directory store
 * @throws Error if the store lacks any of its contents
 */
export async function layOutTree(directory: string, release: Release): Promise<void> {
  const tree = join(directory, treeOf(release.id));
  if (await touch(tree)) return;
  const draft = `${tree}.${randomUUID()}.tmp`;
  const files = contentsOf(release).flatMap(([file, content]) =>
    formsOf(file).map((form) => ({
      from: join(directory, 'pages', content + form),
      to: join(draft, file + form),
    })),
  );
  try {
    for (const folder of new Set(files.map(({ to }) => dirname(to))))
      await mkdir(folder, { recursive: true });
    await forEachParallel(files, ({ from, to }) => linkOrCopy(from, to));
    await rename(draft, tree);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another command may have laid it out meanwhile.
    if (!(await touch(tree))) throw error;
  }
}

/** The names of the trees that there are, drafts among them. */
export async function listTrees(directory: string): Promise<string[]> {
  return readdir(join(directory, 'trees')).catch(() => []);
}

/**
 * Removes the trees of releases that are gone, and of those that have not been served for a while.
 *
 * @param trees those that there were before the others were looked at: a tree is younger than its release
 * @param served the ids of the releases that are served
 * @param kept the ids of all releases that there are
 */
export async function removeOldTrees(
  directory: string,
  trees: string[],
  served: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): Promise<void> {
  for (const name of trees.filter((tree) => !served.has(tree))) {
    const path = join(directory, treeOf(name));
    const found = await stat(path).catch(() => undefined);
    const isDue = !found || found.mtimeMs < Date.now() - GRACE_PERIOD;
    const isGone = !name.endsWith('.tmp') && !kept.has(name);
    if (!(isDue || isGone) || (await isLive(name))) continue;
    // Aside first: another command may make it live before it is gone, and would not lay it out again.
    const aside = `${path}.${randomUUID()}.tmp`;
    await rename(path, aside).catch(() => undefined);
    if (await isLive(name)) await rename(aside, path).catch(() => undefined);
    await rm(aside, { recursive: true, force: true });
  }

  async function isLive(name: string): Promise<boolean> {
    const live = await readlink(join(directory, 'live')).catch(() => undefined);
    return live === treeOf(name);
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'EACCES'].includes(codeOf(error))) throw error;
    await copyFile(from, to);
    const { atime, mtime } = await stat(from);
    await utimes(to, atime, mtime);
  }
}

/** Whether there is a tree, which then counts as just served. */
async function touch(tree: string): Promise<boolean> {
  const now = new Date();
  return utimes(tree, now, now).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
