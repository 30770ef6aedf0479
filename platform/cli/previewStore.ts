import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseAddress, storeBeside } from '../store/openStore';
import type { Store } from '../store/Store';
import { openStoreAt } from './openStoreAt';
import { repository } from './repository';

/**
 * Opens the store of previews: the given store, or by default the one beside the live store.
 *
 * @param to the address of the live store
 * @returns undefined if the live store is a whole bucket and no store of previews is given
 */
export async function previewStore(
  to: string,
  previews = storeBeside(to, 'previews'),
): Promise<Store | undefined> {
  return previews === undefined ? undefined : openStoreAt(previews);
}

/**
 * Opens the store of previews for a command that requires one. A new directory can be read by its owner only, because the names
 * in it are the secret addresses of the previews.
 *
 * @param to the address of the live store
 * @throws Error with advice if the live store is a whole bucket and no store of previews is given
 */
export async function requirePreviewStore(
  to: string,
  previews = storeBeside(to, 'previews'),
): Promise<Store> {
  if (previews === undefined)
    throw new Error(
      `${to} is a whole bucket, and previews must not be inside the live store. Choose another store for them: --previews s3://bucket.`,
    );
  return openOwn(previews);
}

/** Opens the store of drafts beside the live store; undefined if the live store is a whole bucket. */
export async function draftStore(to: string): Promise<Store | undefined> {
  const drafts = storeBeside(to, 'drafts');
  return drafts === undefined ? undefined : openStoreAt(drafts);
}

/**
 * Opens the store of drafts, with the key that reads them. A new directory can be read by its owner only.
 *
 * @param to the address of the live store
 * @throws Error with advice if no key is given, or if the live store is a whole bucket and no store of drafts is given
 */
export async function requireDraftStore(
  to: string,
  drafts = storeBeside(to, 'drafts'),
): Promise<{ store: Store; key: string }> {
  const key = process.env.DRAFT_KEY;
  if (!key) throw new Error('Drafts are read with a key: set DRAFT_KEY to one of the collection draft_keys.');
  if (drafts === undefined)
    throw new Error(`${to} is a whole bucket. Choose another store for drafts: --drafts s3://bucket.`);
  return { store: await openOwn(drafts), key };
}

/** Opens a store. A new directory can be read by its owner only. */
async function openOwn(store: string): Promise<Store> {
  const address = parseAddress(store, repository);
  if ('directory' in address) {
    await mkdir(dirname(address.directory), { recursive: true });
    await mkdir(address.directory, { recursive: true, mode: 0o700 });
  }
  return openStoreAt(store);
}
