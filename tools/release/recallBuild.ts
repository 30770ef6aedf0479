import type { ReleaseManifest } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { sha256 } from '../build/sha256';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey, type DamagedBuildError, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { RELEASE_FILE, type Release } from './Release';
import { assetUrl, REMOTE_ENTRY } from './releaseRemote';

/**
 * Of a live remote's build that is damaged, what is needed to leave its pages as they are: from its own description,
 * or from the live release.
 *
 * @param damage why it cannot be loaded
 * @returns undefined if the live release does not have this either
 */
export async function recallBuild(
  store: Store,
  live: Release,
  app: string,
  damage: DamagedBuildError,
): Promise<LoadedArtifact | undefined> {
  const { [app]: version = '' } = live.apps;
  const description = await store.read(artifactKey(`${app}/${version}`));
  const known = description && parseBuild(`${app}/${version}`, description);
  const artifact = known ?? (await recallArtifact(store, live, { app, version }));
  if (!artifact) return undefined;
  const origin = live.builds?.[app];
  return { artifact, ...(origin && { origin }), server: '', files: new Map(), damage };
}

/** That it is compatible with the live shell was checked when it went live. */
async function recallArtifact(
  store: Store,
  live: Release,
  build: Pick<Artifact, 'app' | 'version'>,
): Promise<Artifact | undefined> {
  const { [RELEASE_FILE]: hash = '' } = live.files;
  const told = await store.read(`pages/${hash}`);
  if (!told || sha256(told) !== hash) return undefined;
  const { remotes } = JSON.parse(told.toString()) as ReleaseManifest;
  const remote = remotes.find(({ entry }) => entry.url === assetUrl(build, REMOTE_ENTRY));
  if (!remote) return undefined;
  const { name, mount, entry } = remote;
  return {
    ...build,
    mode: 'production',
    remote: { name, mount, paths: routesOf(live, build) },
    entry: { scripts: [REMOTE_ENTRY], styles: [] },
    pages: {},
    files: { [REMOTE_ENTRY]: { integrity: entry.integrity, bytes: 0 } },
    serverHash: '',
    shared: {},
    router: [],
  };
}

/** Each route of a live build has a page, or one that could not be rendered. */
function routesOf({ pages, failed = {} }: Release, { app, version }: Pick<Artifact, 'app' | 'version'>) {
  const own = [...Object.values(pages), ...Object.values(failed)].filter(
    (page) => page.app === app && page.version === version,
  );
  return [...new Set(own.map(({ path, route = path }) => route))];
}
