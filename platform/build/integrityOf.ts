import { createHash } from 'node:crypto';

export function integrityOf(bytes: string | Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}
