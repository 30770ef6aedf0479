import type { ReleaseManifest } from '@site/shared/remote';
import { findReleaseDamage } from '../release/findReleaseDamage';
import { findDamagedPictures } from '../pictures/findDamagedPictures';
import { liveRelease } from '../release/readHistory';
import { picturesOf, type Release } from '../release/Release';
import type { Store } from '../store/Store';

/**
 * Expects that the store has every file of the live release, unaltered: its pages in all forms, their data, their
 * builds, and the existing copies of their pictures.
 *
 * @returns the live release
 * @throws Error that lists every file that is missing or altered
 */
export async function expectWholeStore(store: Store): Promise<Release> {
  // The live release is read only once, because another release may go live during the check.
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const pictures = await findDamagedPictures(store, picturesOf(release), true);
  const damage = [...(await findReleaseDamage(store, release, true)), ...pictures];
  const problems = new Set(damage.map(({ key, problem }) => `${key} ${problem}`));
  const stored = await store.read(`pages/${release.files['release.json']}`);
  const { id, shell, remotes } = JSON.parse(String(stored ?? '{}')) as Partial<ReleaseManifest>;
  const versions = [shell, ...(remotes ?? []).map(({ version }) => version)];
  if (id !== release.id || versions.sort().join() !== Object.values(release.apps).sort().join())
    problems.add('release.json describes another release');
  if (problems.size === 0) return release;
  throw new Error(`Release ${release.id} is damaged:\n  ${[...problems].sort().join('\n  ')}`);
}
