import { deploy } from '../release/deploy';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { loadArtifact } from '../store/readArtifact';

/** Deploys the builds that a preview brings from the store, as `deploy <app>@<version>` does. */
export async function deployPreviewed(store: Store, id: string, backendUrl?: string): Promise<Release> {
  const { apps, brings = [] } = await readRelease(store, id);
  const artifacts = await Promise.all(
    brings.map((app) => loadArtifact(store, app, apps[app] ?? '', () => true)),
  );
  return deploy({ store, artifacts, backendUrl, log: () => undefined });
}
