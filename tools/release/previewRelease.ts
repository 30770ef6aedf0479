import { makeRelease, type MakeOptions } from './deploy';
import { releaseKey, findWhole, listIds, noSuchRelease } from './readRelease';
import { PREVIEW_ID, type Release } from './Release';
import type { Store } from '../store/Store';

interface PreviewOptions extends MakeOptions {
  /** Replaces the earlier previews of this name, e.g. `pr-12`. */
  name?: string | undefined;
}

/**
 * Writes the release that a deployment would make live, under an id that nobody can guess. Only those who are told
 * the id see it, until it is removed or pruned. Its builds go live by `deploy <app>@<version>`.
 *
 * @returns that release; the live one if it is no different
 * @throws Error that says what was refused and why
 */
export async function previewRelease(options: PreviewOptions): Promise<Release> {
  const { store, dryRun, name, log } = options;
  const { release, isNew } = await makeRelease(options, { preview: name ? { name } : {} });
  if (!isNew) log(`Nothing to preview: release ${release.id}, which is live, has all of it.`);
  if (dryRun) return release;
  await removeNamed(store, name, log, release.id);
  if (!isNew) return release;
  log(`Release ${release.id} can be previewed: open any page with ?release=${release.id}`);
  log(`Remove it: npm run deploy -- preview --remove ${release.id}`);
  return release;
}

/**
 * Removes a preview, or all previews of a name: whoever is in one sees the live site from then on.
 *
 * @param idOrName a name may have no previews
 * @throws Error if there is no preview of the id
 */
export async function removePreview(
  store: Store,
  idOrName: string,
  log: (line: string) => void,
): Promise<void> {
  if (!PREVIEW_ID.test(idOrName)) {
    const count = await removeNamed(store, idOrName, log);
    if (count === 0) log(`There is no preview named ${idOrName}.`);
    return;
  }
  // A damaged preview can be removed, too.
  if (!(await store.read(releaseKey(idOrName)))) throw noSuchRelease(idOrName);
  await remove(store, idOrName, log);
}

/** @returns how many were removed */
async function removeNamed(
  store: Store,
  name: string | undefined,
  log: (line: string) => void,
  replacement?: string,
): Promise<number> {
  if (!name) return 0;
  const ids = (await listIds(store, 'previews')).filter((id) => id !== replacement);
  const previews = await Promise.all(ids.map((id) => findWhole(store, id, log)));
  const named = ids.filter((_, index) => previews[index]?.name === name);
  for (const id of named) await remove(store, id, log);
  return named.length;
}

async function remove(store: Store, id: string, log: (line: string) => void): Promise<void> {
  await store.remove(releaseKey(id));
  log(`Preview ${id} is removed.`);
}
