import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseAddress, previewsBeside } from '../store/openStore';
import type { Store } from '../store/Store';
import { openStoreAt } from './openStoreAt';
import { repository } from './repository';

/**
 * Opens the store of previews: the given store, or by default the one beside the live store.
 *
 * @param to the address of the live store
 * @returns undefined if the live store is a whole bucket and no store of previews is given
 */
export async function previewStore(to: string, previews = previewsBeside(to)): Promise<Store | undefined> {
  return previews === undefined ? undefined : openStoreAt(previews);
}

/**
 * Opens the store of previews for a command that requires one. A new directory can be read by its owner only, because the names
 * in it are the secret addresses of the previews.
 *
 * @param to the address of the live store
 * @throws Error with advice if the live store is a whole bucket and no store of previews is given
 */
export async function requirePreviewStore(to: string, previews = previewsBeside(to)): Promise<Store> {
  if (previews === undefined)
    throw new Error(
      `${to} is a whole bucket, and previews must not be inside the live store. Choose another store for them: --previews s3://bucket.`,
    );
  const address = parseAddress(previews, repository);
  if ('directory' in address) {
    await mkdir(dirname(address.directory), { recursive: true });
    await mkdir(address.directory, { recursive: true, mode: 0o700 });
  }
  return openStoreAt(previews);
}
