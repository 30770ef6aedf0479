import { resolve } from 'node:path';
import { directoryStore } from './directoryStore';
import { exclusiveStore } from './exclusiveStore';
import type { Store } from './Store';

/** What addresses of buckets begin with. */
const BUCKET = 's3://';

/**
 * The store at an address, `s3://bucket/prefix` or a directory. A bucket can be read whatever its server supports, and
 * written to if `exclusiveStore` finds that it can.
 *
 * @param base what the path of a directory is relative to
 * @throws Error if the address is neither
 */
export async function openStore(address: string, base: string): Promise<Store> {
  if (!isBucket(address)) return directoryStore(directoryOf(address, base));
  const [bucket = '', ...folders] = address.slice(BUCKET.length).replace(/\/$/, '').split('/');
  if (
    !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) ||
    !folders.every((name) => /^(?!\.+$).+$/.test(name))
  ) {
    throw new Error(`${address} is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.`);
  }
  // Loaded only where it is wanted: the client takes longer to load than a rollback on a disk takes.
  const { s3Store } = await import('./s3Store');
  return exclusiveStore(s3Store({ bucket, prefix: folders.join('/') }), address);
}

/**
 * The address of the store that has the previews of a store: beside it, never inside.
 *
 * @param address of the live store
 * @returns undefined for a whole bucket, which has nothing beside it
 */
export function previewsBeside(address: string): string | undefined {
  const trimmed = address.replace(/\/+$/, '');
  const isWhole = isBucket(address) && !trimmed.slice(BUCKET.length).includes('/');
  return isWhole ? undefined : `${trimmed}-previews`;
}

/** Whether an address is a bucket's. */
export function isBucket(address: string): boolean {
  return address.startsWith(BUCKET);
}

/**
 * The directory at an address.
 *
 * @param base what its path is relative to
 * @throws Error if the address is no directory's
 */
export function directoryOf(address: string, base: string): string {
  if (!address || /^[a-z][a-z\d+.-]*:\/\//i.test(address)) {
    throw new Error(
      `${address || 'Nothing'} is not the address of a store. Name a directory, or s3://bucket/prefix.`,
    );
  }
  return resolve(base, address);
}
