import { resolve } from 'node:path';
import { directoryStore } from './directoryStore';
import type { Store } from './Store';

/** What addresses of buckets begin with. */
const BUCKET = 's3://';

/**
 * The store at an address, `s3://bucket/prefix` or a directory.
 *
 * @param base what the path of a directory is relative to
 * @throws Error if the address is neither
 */
export async function openStore(address: string, base: string): Promise<Store> {
  if (!address.startsWith(BUCKET)) return directoryStore(directoryOf(address, base, 'A store'));
  const [bucket = '', ...folders] = address.slice(BUCKET.length).replace(/\/$/, '').split('/');
  if (
    !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) ||
    !folders.every((name) => /^(?!\.+$).+$/.test(name))
  ) {
    throw new Error(`${address} is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.`);
  }
  // Loaded only where it is wanted: the client takes longer to load than a rollback on a disk takes.
  const { s3Store } = await import('./s3Store');
  return s3Store({ bucket, prefix: folders.join('/') });
}

/**
 * The directory at an address.
 *
 * @param who needs it, for the error
 * @throws Error if the address is no directory's
 */
export function directoryOf(address: string, base: string, who: string): string {
  if (address.startsWith(BUCKET)) {
    throw new Error(
      `${who} needs a directory, and ${address} is a bucket. Fetch it first: npm run deploy -- pull --from ${address} --to <directory>`,
    );
  }
  if (!address || /^[a-z][a-z\d+.-]*:\/\//i.test(address)) {
    throw new Error(
      `${address || 'Nothing'} is not the address of a store. Name a directory, or s3://bucket/prefix.`,
    );
  }
  return resolve(base, address);
}
