import { makeLive } from '@site/deploy/release/makeLive';
import type { Release } from '@site/deploy/release/Release';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { writeRelease } from '@site/deploy/release/writeRelease';
import type { DeployedSite } from './deploySite';

/**
 * Makes a store of its own for other documents at our site's addresses, so that the site's server serves them with
 * the same headers.
 *
 * @param documents by file name as in the release; the site's other files are taken over
 */
export async function writeStore(
  store: string,
  site: DeployedSite,
  documents: Record<string, string>,
): Promise<void> {
  const [from, to] = [directoryStore(site.store), directoryStore(store)];
  const files: Record<string, string | Buffer> = { ...documents };
  for (const name of site.release.files) {
    const content = await from.read(`releases/${site.release.id}/${name}`);
    if (content) files[name] = content;
  }
  const release: Release = { ...site.release };
  await writeRelease(to, release, files);
  await makeLive(to, release.id, 1, 'bench');
}
