import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { repository } from './repository';

/** Opens the store at an address. A relative path is relative to the repository. */
export function openStoreAt(address: string): Promise<Store> {
  return openStore(address, repository);
}
