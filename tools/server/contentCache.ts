import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import type { SiteSource } from './SiteSource';

/** The size limit of the cache. Bytes. */
const MEMORY = 64 * 1024 * 1024;

/** The memory that an entry takes besides its body. Bytes. */
const OVERHEAD = 500;

/** How long an entry is kept, even if it has been removed from the source. Milliseconds. */
const AGE = 60_000;

/** A response body with its ETag. */
export interface Content {
  body: Buffer;
  /** A hash of the body as encoded, so it is the same on every server. */
  etag: string;
}

/** An LRU cache of contents by their keys. */
export interface ContentCache {
  /** Reads from memory only. */
  peek(key: string): Content | undefined;
  /** Reads from memory or the source; undefined if neither has it. Concurrent requests share one read. */
  get(key: string): Promise<Content | undefined>;
}

/** @param memory the size limit in bytes */
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
