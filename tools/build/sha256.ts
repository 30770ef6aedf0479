import { createHash } from 'node:crypto';

/** The SHA-256 of a content in hex, by which releases, builds and their files are told apart. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
