import { LRUCache } from 'lru-cache';
import { IntegrityError } from '../release/parseRelease';
import { COPIES } from '../release/pictures/pictureKeys';
import type { Store } from '../store/Store';
import { bringFile, descriptionOf, readChecked, type CheckedFile } from './checkedFile';
import type { SiteSource } from './SiteSource';

/** How long it remembers which files the bucket lacks, or has altered, and how many of them. Milliseconds. */
const ABSENT = { ttl: 60_000, max: 10_000 };

/**
 * Reads what pages and browsers need from a cache, and what is not there, or altered, from a bucket. What it has read
 * is checked each time.
 *
 * @param isNamed whether the bucket names a key, so that what strangers make up is not looked for
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
    if (here && file.isUnaltered(here)) return here;
    if (!isNamed(file.key) || absent.has(file.key)) return undefined;
    try {
      const content = await bringFile(store, kept, file);
      if (!content) absent.set(file.key, true);
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

  return (key) => readChecked(key, readFile);
}
