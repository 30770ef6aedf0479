import type { ReleaseManifest } from '@site/shared/remote';
import { findReleaseDamage } from '../release/findReleaseDamage';
import { findDamagedPictures } from '../release/pictures/findDamagedPictures';
import { liveRelease } from '../release/readHistory';
import { findWhole, listIds } from '../release/readRelease';
import { picturesOf, type Release } from '../release/Release';
import type { Store } from '../store/Store';

/**
 * Expects that every file of the live release, and of each preview, is there and is what was deployed: its pages in all
 * their forms, their data, and the builds and copies of pictures that they name, as far as these have been made.
 *
 * @param withPreviews false if a preview may have been killed while it was written
 * @returns the live release
 * @throws Error that lists every file that is missing or altered
 */
export async function expectWholeStore(store: Store, withPreviews = true): Promise<Release> {
  // Read once: another release may become live meanwhile.
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const ids = withPreviews ? await listIds(store, 'previews') : [];
  const previews = await Promise.all(ids.map((id) => findWhole(store, id)));
  const shown = [release, ...previews].flatMap((one) => one ?? []);
  const problems = new Set<string>();
  for (const one of shown) {
    const pictures = await findDamagedPictures(store, picturesOf(one), true);
    const damage = [...(await findReleaseDamage(store, one, true)), ...pictures];
    for (const { key, problem } of damage) problems.add(`${key} ${problem}`);
  }
  const told = await store.read(`pages/${release.files['release.json']}`);
  const { id, shell, remotes } = JSON.parse(String(told ?? '{}')) as Partial<ReleaseManifest>;
  const versions = [shell, ...(remotes ?? []).map(({ version }) => version)];
  if (id !== release.id || versions.sort().join() !== Object.values(release.apps).sort().join())
    problems.add('release.json tells of another release');
  if (problems.size === 0) return release;
  throw new Error(`Release ${release.id} is damaged:\n  ${[...problems].sort().join('\n  ')}`);
}
