import { createHash } from 'node:crypto';

/** The SHA-256 hash of a content, in hex. It identifies releases, builds and their files. */
export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
