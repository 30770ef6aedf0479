import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import type { SiteSource } from './SiteSource';

/** What is kept in memory, at most. Bytes. */
const MEMORY = 64 * 1024 * 1024;

/** What an entry takes besides its bytes. */
const OVERHEAD = 500;

/** How long something is kept after it was removed from the source. Milliseconds. */
const AGE = 60_000;

/** Bytes as they are sent. */
export interface Content {
  body: Buffer;
  /** The hash of the bytes, and so of content and encoding; the same on every server. */
  etag: string;
}

/** Keeps the contents that were asked for last in memory, by their keys. */
export interface ContentCache {
  /** What is in memory. */
  peek(key: string): Content | undefined;
  /** What the source has; undefined if it has nothing. Requests at the same time share one reading. */
  get(key: string): Promise<Content | undefined>;
}

/** @param memory bytes that it may keep */
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
