import { findWhole, listIds } from '../release/readRelease';
import { partsOf } from '../release/walkParts';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** What the releases and previews of a bucket name, as of the last listing. */
interface KeptNames {
  /** Whether there is a release or a preview of an id. */
  has(id: string): boolean;
  /** Whether any of them names a part. */
  names(part: string): boolean;
  /** Lists them again, and reads those that have come. */
  list(): Promise<void>;
}

/** @param tell told what to do about one that is damaged, at each listing */
export function keptNames(store: Store, tell: (line: string) => void): KeptNames {
  const partsById = new Map<string, Set<string>>();
  return {
    has: (id) => partsById.has(id),
    names: (part) => [...partsById.values()].some((parts) => parts.has(part)),
    async list() {
      const ids = [...(await listIds(store, 'releases')), ...(await listIds(store, 'previews'))];
      await forEachParallel(
        ids.filter((id) => !partsById.has(id)),
        async (id) => {
          const release = await findWhole(store, id, tell);
          if (release) partsById.set(id, partsOf(release));
        },
      );
      for (const id of partsById.keys()) if (!ids.includes(id)) partsById.delete(id);
    },
  };
}
