import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash in hex. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
