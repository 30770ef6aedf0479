import type { ReleaseManifest } from '@site/shared/contract';
import type { Artifact } from '../build/Artifact';
import { sha256 } from '../build/sha256';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey, type DamagedBuildError, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { RELEASE_FILE, type Release } from './Release';
import { assetUrl, REMOTE_ENTRY } from '../render/releaseRemote';

/**
 * Recovers a damaged build's description, so that the build's pages can stay as they are. The description is read
 * from the build or, if it is damaged there, derived from the live release.
 *
 * @param app the remote whose live build is damaged
 * @param damage why the build cannot be loaded
 * @returns undefined if neither source describes the build
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

/** The recovered description has no shared modules: their compatibility was checked when the build went live. */
async function recallArtifact(
  store: Store,
  live: Release,
  build: Pick<Artifact, 'app' | 'version'>,
): Promise<Artifact | undefined> {
  const { [RELEASE_FILE]: hash = '' } = live.files;
  const stored = await store.read(`pages/${hash}`);
  if (!stored || sha256(stored) !== hash) return undefined;
  const { remotes } = JSON.parse(stored.toString()) as ReleaseManifest;
  const remote = remotes.find(({ entry }) => entry.url === assetUrl(build, REMOTE_ENTRY));
  if (!remote) return undefined;
  const { name, mount, entry } = remote;
  return {
    ...build,
    mode: 'production',
    remote: { name, mount, paths: routesOf(live, build), forms: live.forms[build.app] ?? [] },
    entry: { scripts: [REMOTE_ENTRY], styles: [] },
    pages: {},
    files: { [REMOTE_ENTRY]: { integrity: entry.integrity, bytes: 0 } },
    serverHash: '',
    shared: {},
    router: [],
  };
}

/** The routes of a live build, derived from its pages and failed pages. */
function routesOf({ pages, failed = {} }: Release, { app, version }: Pick<Artifact, 'app' | 'version'>) {
  const own = [...Object.values(pages), ...Object.values(failed)].filter(
    (page) => page.app === app && page.version === version,
  );
  return [...new Set(own.map(({ path, route = path }) => route))];
}
