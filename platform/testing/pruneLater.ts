import { HEARTBEAT } from '../release/heartbeat';
import { prune, type PruneOptions } from '../release/prune';
import { listWith } from '../store/listWith';
import type { Store } from '../store/Store';

const DAY = 86_400_000;

/**
 * Prunes a store as if the given number of days had passed since its files were written. Files that are written during the
 * call count as new. Writes a heartbeat first, because `prune` takes the current time from the newest file.
 */
export async function pruneLater(
  days: number,
  {
    store,
    keepDays = 30,
    log = () => undefined,
    ...options
  }: Partial<PruneOptions> & Pick<PruneOptions, 'store'>,
): Promise<void> {
  const before = new Map(
    (await store.list('', { deep: true })).map(({ key, modified }) => [key, modified.getTime()]),
  );
  const aged: Store = {
    ...store,
    list: listWith(
      (prefix) => store.list(prefix),
      async (prefix) => {
        const files = await store.list(prefix, { deep: true });
        return files.map((file) => {
          if (file.key === HEARTBEAT) return { ...file, modified: new Date() };
          const isNew = before.get(file.key) !== file.modified.getTime();
          return isNew ? file : { ...file, modified: new Date(file.modified.getTime() - days * DAY) };
        });
      },
    ),
  };
  await store.write(HEARTBEAT, new Date().toISOString());
  await prune({ store: aged, keepDays, log, ...options });
}
