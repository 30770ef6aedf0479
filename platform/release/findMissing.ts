import type { Store } from '../store/Store';
import { listStored } from './listStored';
import { dataFiles, pageFiles } from './releaseFiles';
import type { Release } from './Release';

/** Lists the keys of a release's pages, files and data that the store lacks, sorted. */
export async function findMissing(store: Store, release: Release): Promise<string[]> {
  const stored = await listStored(store);
  const keys = [...pageFiles(release), ...dataFiles(release)].map(({ key }) => key);
  return keys.filter((key) => !stored.has(key)).sort();
}
