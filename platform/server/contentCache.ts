import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import type { SiteSource } from './SiteSource';

/** The size limit of the cache, in bytes. */
const MEMORY = 64 * 1024 * 1024;

/** The memory that an entry takes besides its body, in bytes. */
const OVERHEAD = 500;

/** How long an entry is kept, in milliseconds, even if it has been removed from the source. */
const AGE = 60_000;

export interface Content {
  body: Buffer;
  /** A hash of the encoded body, so that every server sends the same ETag. */
  etag: string;
}

/** An LRU cache of contents, by their keys in the store. */
export interface ContentCache {
  /** Reads from memory only. */
  peek(key: string): Content | undefined;
  /** Reads from memory or the source; undefined if neither has the content. Concurrent requests share one read. */
  get(key: string): Promise<Content | undefined>;
}

/**
 * Creates a cache in front of a source.
 *
 * @param memory the maximum size of the cache, in bytes
 */
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
