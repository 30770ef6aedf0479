import { join } from 'node:path';
import { buildApps } from '@site/tools/build/buildApps';
import { deploy } from '@site/tools/release/deploy';
import { readArtifact, type LoadedArtifact } from '@site/tools/store/readArtifact';
import type { Release } from '@site/tools/release/Release';
import { directoryStore } from '@site/tools/store/directoryStore';
import { makePictures } from '../../../e2e/makePictures';

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
  const builds = await buildApps({ repository, log: (line) => console.log(`  ${line}`) });
  const artifacts = await Promise.all(builds.map((build) => readArtifact(build)));
  const store = join(directory, 'site');
  const release = await deployInto(store, artifacts, backendUrl);
  await makePictures(directoryStore(store), release, backendUrl);
  return { store, release, artifacts };
}

/** Deploys builds into the directory store of a folder. */
export function deployInto(
  folder: string,
  artifacts: LoadedArtifact[],
  backendUrl: string,
): Promise<Release> {
  return deploy({ store: directoryStore(folder), artifacts, backendUrl, log: () => undefined });
}
