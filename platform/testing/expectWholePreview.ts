import { listContents, listVersions, type Release } from '../release/Release';
import { dataFiles } from '../release/releaseFiles';
import { liveRelease } from '../release/readReleases';
import { folderStore } from '../store/folderStore';
import { parseDescription } from '../store/parseDescription';
import { descriptionKey } from '../store/readBuild';
import type { Store } from '../store/Store';
import { builtFiles } from '../store/storeBuild';

/**
 * Checks that all parts of a preview are stored: its pages and other files, its answers, and the descriptions and browser
 * files of its builds.
 *
 * @returns the preview's release
 * @throws Error that lists what is missing
 */
export async function expectWholePreview(previews: Store, label: string): Promise<Release> {
  const store = folderStore(previews, label);
  const release = await liveRelease(store);
  if (!release) throw new Error(`There is no preview ${label}.`);
  const keys = listContents(release).map(([, content]) => `pages/${content}`);
  keys.push(...dataFiles({ data: {}, answers: release.answers }).map(({ key }) => key));
  for (const [app, version] of Object.entries(listVersions(release))) {
    const key = descriptionKey(`${app}/${version}`);
    const content = await store.read(key);
    const description = content && parseDescription(content);
    keys.push(key, ...(description ? builtFiles(description).map((file) => file.key) : []));
  }
  const missing: string[] = [];
  for (const key of keys) if (!(await store.read(key))) missing.push(key);
  if (missing.length > 0) throw new Error(`Preview ${label} lacks:\n  ${missing.sort().join('\n  ')}`);
  return release;
}
