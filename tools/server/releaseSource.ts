import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import type { SiteSource } from './SiteSource';
import { storeSource } from './storeSource';

/** Shows one release of a store, live or not, and no previews. */
export function releaseSource(store: Store, release: Release): SiteSource {
  return {
    ...storeSource(store),
    live: () => Promise.resolve(release),
    preview: () => Promise.resolve(undefined),
  };
}
