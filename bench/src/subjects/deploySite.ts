import { join } from 'node:path';
import { buildApps } from '@site/deploy/build/buildApps';
import { deploy } from '@site/deploy/commands/deploy';
import { readArtifact } from '@site/deploy/build/readArtifact';
import type { LoadedArtifact } from '@site/deploy/build/readArtifact';
import type { Release } from '@site/deploy/release/Release';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { withPictures } from '../../../e2e/withPictures';

/** Our site as it is deployed. */
export interface DeployedSite {
  /** The folder of its store. */
  store: string;
  release: Release;
  artifacts: LoadedArtifact[];
}

/** Builds what has changed and deploys it into a store of its own, with copies of all pictures, as production does. */
export async function deploySite(
  repository: string,
  directory: string,
  backendUrl: string,
): Promise<DeployedSite> {
  const builds = await buildApps({ repository, mode: 'production', log: (line) => console.log(`  ${line}`) });
  const artifacts = await Promise.all(builds.map((build) => readArtifact(build)));
  const folder = join(directory, 'site');
  const store = directoryStore(folder);
  const first = await deploy({ store, artifacts, backendUrl, log: () => undefined });
  return { store: folder, release: await withPictures(store, first, backendUrl), artifacts };
}
