import { createHash } from 'node:crypto';

/** Computes the subresource integrity of a file, `sha256-…`. */
export function integrityOf(bytes: string | Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}
