import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of the given content, in hex. Such hashes identify builds, pages and data. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
