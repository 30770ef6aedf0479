import { createHash } from 'node:crypto';

/** Computes the SHA-256 hash of some content, in hex. Such hashes identify builds, pages and data. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
