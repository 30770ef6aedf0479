import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

const FOLDERS = ['history/', 'releases/', 'previews/', 'pages/', 'data/', 'artifacts/', 'assets/'];

/** Copies a site into another store, where the same of it is live. */
export async function copySite(from: Store, to: Store): Promise<void> {
  const files = (await Promise.all(FOLDERS.map((folder) => from.walk(folder)))).flat();
  await forEachParallel(files, async ({ key }) => to.write(key, (await from.read(key)) ?? ''));
}
