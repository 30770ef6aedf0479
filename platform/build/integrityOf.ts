import { createHash } from 'node:crypto';

/** The subresource integrity of a file, `sha384-…`. */
export function integrityOf(bytes: string | Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
