import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import type { SiteSource } from './SiteSource';

const MEMORY = 64 * 1024 * 1024;

/** The estimated memory that an entry takes in addition to its body, in bytes. */
const OVERHEAD = 500;

/** How long an entry is kept, in milliseconds. During this time, it is served even if the source no longer has it. */
const AGE = 60_000;

export interface Content {
  body: Buffer;
  /** A hash of the encoded body, in double quotes. All servers compute the same hash, so they send the same ETag. */
  etag: string;
}

export interface ContentCache {
  peek(key: string): Content | undefined;
  /**
   * Returns the content from memory or from the source; undefined if neither has it. Concurrent calls with the same key
   * share one read.
   */
  get(key: string): Promise<Content | undefined>;
}

/** @param memory the maximum size of the cache, in bytes */
export function contentCache(read: SiteSource['read'], memory = MEMORY): ContentCache {
  const cache = new LRUCache<string, Content>({
    maxSize: memory,
    sizeCalculation: ({ body }) => body.length + OVERHEAD,
    ttl: AGE,
    ttlResolution: 1000,
    fetchMethod: async (key) => {
      const body = await read(key);
      return body && { body, etag: `"${sha256(body).slice(0, 20)}"` };
    },
  });
  return { peek: (key) => cache.get(key), get: (key) => cache.fetch(key) };
}
