import { isOfPicture, markerKey, pictureFiles, pictureFromKey } from '../pictures/pictureKeys';
import { findBuildDamage } from '../store/findBuildDamage';
import { findDamage } from '../store/findDamage';
import { howToRestore } from '../store/readBuild';
import type { Store } from '../store/Store';
import { liveRelease } from './readReleases';
import { dataFiles, pageFiles } from './releaseFiles';
import { listBuildNames, listPictures } from './Release';

/**
 * Reads every file of the live release, and removes altered files, so that the next deployment or the watcher makes them
 * again. A build's files are not removed, because only a deployment of the build can restore them.
 *
 * @returns a line for each damaged file in a build, with advice
 */
export async function scrub(store: Store, log: (line: string) => void): Promise<string[]> {
  const live = await liveRelease(store);
  if (!live) return [];
  const pictures = await pictureFiles(store, listPictures(live));
  const files = [...pageFiles(live), ...dataFiles(live), ...pictures];
  const altered = new Set((await findDamage(store, files)).map(({ key }) => key));
  // Read the altered files a second time before removing them, because the first read may have been faulty.
  const again = await findDamage(
    store,
    files.filter(({ key }) => altered.has(key)),
  );
  for (const { key, problem } of again) {
    log(`${key} ${problem}. It is made again.`);
    if (problem === 'has been altered') await store.remove(key);
    // The marker says that all copies of the picture exist. Without it, they are made again.
    if (isOfPicture(key)) await store.remove(markerKey(pictureFromKey(key)));
  }
  const damage = await Promise.all([...listBuildNames(live)].map((build) => findBuildDamage(store, build)));
  return damage.flat().map(({ key, problem }) => `${key} ${problem}. ${howToRestore(key)}`);
}
