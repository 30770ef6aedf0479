import { findWhole, listIds } from '../release/readRelease';
import { partsOf } from '../release/walkParts';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** What the releases of a bucket name, as of the last listing. */
interface KeptNames {
  /** Whether any of them names a part. */
  names(part: string): boolean;
  /** Lists them again, and reads those that have come. */
  list(): Promise<void>;
}

/** @param tell told what to do about one that is damaged, at each listing */
export function keptNames(store: Store, tell: (line: string) => void): KeptNames {
  const partsById = new Map<string, string[]>();
  /** One string for each part, however many releases name it, since they have nearly all parts in common. */
  const named = new Map<string, string>();

  function add(id: string, parts: Iterable<string>): void {
    const shared = Array.from(parts, (part) => named.get(part) ?? part);
    for (const part of shared) named.set(part, part);
    partsById.set(id, shared);
  }

  return {
    names: (part) => named.has(part),
    async list() {
      const ids = await listIds(store);
      await forEachParallel(
        ids.filter((id) => !partsById.has(id)),
        async (id) => {
          const release = await findWhole(store, id, tell);
          if (release) add(id, partsOf(release));
        },
      );
      const there = new Set(ids);
      const gone = [...partsById.keys()].filter((id) => !there.has(id));
      if (gone.length === 0) return;
      for (const id of gone) partsById.delete(id);
      named.clear();
      for (const [id, parts] of partsById) add(id, parts);
    },
  };
}
