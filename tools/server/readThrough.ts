import { LRUCache } from 'lru-cache';
import { IntegrityError, releaseKey } from '../release/readRelease';
import { COPIES, isRefusal, MARKERS } from '../release/pictures/pictureKeys';
import { buildsOf, type Release } from '../release/Release';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import type { CheckedFile } from '../store/storeArtifact';
import { descriptionOf, readChecked, buildDescription, buildFiles, pageFiles } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How long it remembers which files the bucket lacks, or has altered, and how many of them. Milliseconds. */
const ABSENT = { ttl: 60_000, max: 10_000 };

/**
 * Reads what pages and browsers need from a cache, and what is not there, or altered, from a bucket. What it has read
 * is checked each time.
 *
 * @param isNamed whether the bucket names a key, so that what visitors make up is not looked for
 * @returns throws IntegrityError if the bucket has it altered
 */
export function readThrough(
  store: Store,
  cache: Store,
  isNamed: (key: string) => boolean,
): SiteSource['read'] {
  const absent = new LRUCache<string, true>(ABSENT);
  // On a full disk it is served all the same.
  const kept: Store = { ...cache, write: (key, content) => cache.write(key, content).catch(() => undefined) };

  async function readFile(file: CheckedFile): Promise<Buffer | undefined> {
    const here = await cache.read(file.key);
    if (here && file.isUnaltered(here) && !isPassing(file.key, here)) return here;
    if (!isNamed(file.key) || absent.has(file.key)) return undefined;
    try {
      const content = await bringFile(store, kept, file);
      if (!content || isPassing(file.key, content)) absent.set(file.key, true);
      return content;
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      absent.set(file.key, true);
      // The copies of a picture may have been made again: the next time their description is read again, too.
      const about = file.key.startsWith(COPIES) && descriptionOf(file.key);
      if (about) await cache.remove(about.key);
      throw new IntegrityError(`${error.message} in the bucket: put it back, or deploy again.`);
    }
  }

  return readChecked(readFile);
}

/** Whether it says that a picture was refused, which is tried again. */
function isPassing(key: string, content: Buffer): boolean {
  return key.startsWith(MARKERS) && isRefusal(content);
}

/**
 * Brings what a cache lacks of a release: its pages, what browsers load of its builds, and last its manifest. Each
 * file is checked when it arrives.
 *
 * @param signal ends it between two files
 * @throws IntegrityError, without a full stop, if any of it is missing or altered
 */
export async function fetchWhole(
  from: Store,
  to: Store,
  release: Release,
  signal: AbortSignal,
): Promise<void> {
  const folders = await Promise.all(['pages/', 'artifacts/', 'assets/'].map((folder) => to.walk(folder)));
  // All files of the cache were checked when they came.
  const here = new Set(folders.flat().map(({ key }) => key));
  const fetch = async (file: CheckedFile): Promise<Buffer> => {
    signal.throwIfAborted();
    const content = await bringFile(from, to, file);
    if (!content) throw new IntegrityError(`${file.key} is missing`);
    return content;
  };
  const fetchAll = (files: CheckedFile[]) =>
    forEachParallel(
      files.filter(({ key }) => !here.has(key)),
      fetch,
    );
  await fetchAll(pageFiles(release));
  for (const build of buildsOf(release)) {
    const description = buildDescription(build);
    const known = await to.read(description.key);
    const isWhole = known !== undefined && description.isUnaltered(known);
    await fetchAll(buildFiles(isWhole ? known : await fetch(description)));
  }
  await to.write(releaseKey(release.id), JSON.stringify(release));
}

/** @throws IntegrityError, without a full stop, if it is altered */
async function bringFile(
  from: Store,
  to: Store,
  { key, isUnaltered }: CheckedFile,
): Promise<Buffer | undefined> {
  const content = await from.read(key);
  if (!content) return undefined;
  if (!isUnaltered(content)) throw new IntegrityError(`${key} has been altered`);
  await to.write(key, content);
  return content;
}
