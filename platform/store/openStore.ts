import { resolve } from 'node:path';
import { directoryStore } from './directoryStore';
import type { Store } from './Store';

const BUCKET = 's3://';

/**
 * The location of a store. `directory` is an absolute path. `prefix` is the store's folder in the bucket; it is empty if the
 * store is the whole bucket.
 */
export type StoreAddress = { directory: string } | { bucket: string; prefix: string };

/**
 * Parses the address of a store: `s3://bucket/prefix`, or the path of a directory.
 *
 * @param base the directory that relative paths are resolved against
 * @throws Error with advice if the address names neither a bucket nor a directory
 */
export function parseAddress(address: string, base: string): StoreAddress {
  if (!isBucket(address)) return { directory: resolveDirectory(address, base) };
  const [bucket = '', ...folders] = address.slice(BUCKET.length).replace(/\/$/, '').split('/');
  if (
    !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) ||
    !folders.every((name) => /^(?!\.+$).+$/.test(name))
  ) {
    throw new Error(`${address} is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.`);
  }
  return { bucket, prefix: folders.join('/') };
}

/**
 * Opens the store at an address.
 *
 * @param base the directory that relative paths are resolved against
 * @throws Error if the address names neither a bucket nor a directory
 */
export async function openStore(address: string, base: string): Promise<Store> {
  const parsed = parseAddress(address, base);
  if ('directory' in parsed) return directoryStore(parsed.directory);
  // Load the S3 client only for a bucket, because loading it takes longer than an entire rollback of a directory store.
  const { s3Store } = await import('./s3Store');
  return s3Store(parsed);
}

/**
 * Returns the default address of the store for previews, drafts or field data. That store is next to the live store, never
 * inside it.
 *
 * @param address the address of the live store
 * @returns undefined if the live store is a whole bucket, because nothing can be next to it
 */
export function storeBeside(address: string, kind: 'previews' | 'drafts' | 'field'): string | undefined {
  const trimmed = address.replace(/\/+$/, '');
  const isWholeBucket = isBucket(address) && !trimmed.slice(BUCKET.length).includes('/');
  return isWholeBucket ? undefined : `${trimmed}-${kind}`;
}

/** Whether an address names a bucket rather than a directory. The rest of the address may be invalid. */
export function isBucket(address: string): boolean {
  return address.startsWith(BUCKET);
}

/**
 * Resolves the address of a directory to an absolute path.
 *
 * @param base the directory that relative paths are resolved against
 * @throws Error if the address is empty, begins like a URL (e.g. `htp://` or `s3:/`), or begins with `~`, which Node does
 *   not expand
 */
export function resolveDirectory(address: string, base: string): string {
  if (!address || /^[a-z][a-z\d+.-]*:|^s3\/\//i.test(address)) {
    const folder = address ? ` (or ./${address} for a folder of that name)` : '';
    throw new Error(
      `${address || '""'} is not the address of a store. Name a directory, or s3://bucket/prefix${folder}.`,
    );
  }
  if (address.startsWith('~')) {
    throw new Error(
      `${address} begins with "~", which your shell has not replaced. Write the whole path (or ./${address} for a folder of that name).`,
    );
  }
  return resolve(base, address);
}
