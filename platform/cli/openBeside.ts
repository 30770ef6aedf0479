import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseAddress, storeBeside } from '../store/openStore';
import type { Store } from '../store/Store';
import { openStoreAt } from './openStoreAt';
import { repository } from './repository';

type Kind = Parameters<typeof storeBeside>[1];

/**
 * Opens the store for previews, drafts or field data, depending on `kind`.
 *
 * @param to the address of the live store
 * @param given the address of the store to open; by default, the store next to the live store
 * @returns undefined if the live store is a whole bucket and no other store is given
 */
export async function openBeside(
  to: string,
  kind: Kind,
  given = storeBeside(to, kind),
): Promise<Store | undefined> {
  return given === undefined ? undefined : openStoreAt(given);
}

/**
 * Opens the store for previews, drafts or field data for a command that requires it. If the store is a directory that does
 * not exist, creates it. Only the owner can read the new directory, because the folder names in it reveal the secret
 * addresses of previews and drafts.
 *
 * @param to the address of the live store
 * @param given the value of the option; `true` if the option was given without a value
 * @throws Error with advice if the live store is a whole bucket and no other store is given
 */
export async function requireBeside(to: string, kind: Kind, given?: string | true): Promise<Store> {
  const store = typeof given === 'string' ? given : storeBeside(to, kind);
  if (store === undefined)
    throw new Error(
      `${to} is a whole bucket, and ${kind} must not be inside the live store. Choose another store for them: --${kind} s3://bucket.`,
    );
  const address = parseAddress(store, repository);
  if ('directory' in address) {
    await mkdir(dirname(address.directory), { recursive: true });
    await mkdir(address.directory, { recursive: true, mode: 0o700 });
  }
  return openStoreAt(store);
}
