import { deploy } from '../release/deploy';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { loadArtifact } from '../store/readArtifact';

/** Deploys a preview's builds from the store, as `deploy <app>@<version>` does. */
export async function deployPreviewed(store: Store, id: string, backendUrl?: string): Promise<Release> {
  const { apps } = await readRelease(store, id);
  const artifacts = await Promise.all(
    Object.entries(apps).map(([app, version]) => loadArtifact(store, app, version, () => true)),
  );
  return deploy({ store, artifacts, backendUrl, log: () => undefined });
}
