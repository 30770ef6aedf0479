import type { HistoryEntry } from '../release/readHistory';
import type { Store } from '../store/Store';

const DAY = 86_400_000;

/** The store as it is found some days later: what is there has become older, what is written by it is young. */
export async function agedStore(store: Store, days: number): Promise<Store> {
  const older = (time: number | string) => new Date(new Date(time).getTime() - days * DAY);
  for (const name of await store.list('history/')) {
    const entry = JSON.parse(String(await store.read(`history/${name}`))) as HistoryEntry;
    await store.write(`history/${name}`, JSON.stringify({ ...entry, at: older(entry.at).toISOString() }));
  }
  const folders = ['releases/', 'previews/', 'pages/', 'data/', 'artifacts/', 'assets/', 'pictures/'];
  const found = await Promise.all(folders.map((folder) => store.walk(folder)));
  const old = new Set(found.flat().map(({ key }) => key));
  return {
    ...store,
    async write(key, content) {
      await store.write(key, content);
      old.delete(key);
    },
    walk: async (folder) =>
      (await store.walk(folder)).map((file) =>
        old.has(file.key) ? { ...file, modified: older(file.modified.getTime()) } : file,
      ),
  };
}
