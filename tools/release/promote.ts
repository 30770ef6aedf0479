import { deploy } from './deploy';
import { readRelease } from './readRelease';
import type { Release } from './Release';
import { loadArtifact } from '../store/storeArtifact';
import { expectPreview, removePreviews } from './withdraw';
import type { ChangeOptions } from './ChangeOptions';

interface PromoteOptions extends ChangeOptions {
  /** The id of the preview. */
  id: string;
  /** Where PocketBase listens; without it the data of the live release stays. */
  backendUrl?: string | undefined;
}

/**
 * Deploys the builds that a preview brought, together with what is live by now. The preview is withdrawn. Its pages
 * are rendered again: whoever can write previews could have put anything in their place.
 *
 * @throws Error if there is no such preview, or if its builds do not fit what is live now
 */
export async function promote({ store, id, dryRun, log, ...options }: PromoteOptions): Promise<Release> {
  expectPreview(id);
  const preview = await readRelease(store, id);
  const { brings } = preview;
  if (!brings)
    throw new Error(`Preview ${id} was made by an earlier version of this program: make it again.`);
  const brought = Object.entries(preview.apps).filter(([app]) => brings.includes(app));
  const artifacts = await Promise.all(
    brought.map(([app, version]) => loadArtifact(store, app, version, () => true)),
  );
  const what = `promote ${brought.map(([app, version]) => `${app} ${version}`).join(', ')}`;
  const release = await deploy({ ...options, store, artifacts, what, log, dryRun });
  await removePreviews({ store, dryRun, log }, [id]);
  return release;
}
