import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  build,
  createSite,
  deploy,
  directoryStore,
  liveRelease,
  loadArtifact,
  type LoadedArtifact,
  readArtifact,
  type Release,
  servePreviews,
  type Store,
  storeSource,
} from '@site/tools';
import { copyStore } from '@site/tools/testing/copyStore';
import { makePictures } from '@site/tools/testing/makePictures';
import { otherBuild } from '@site/tools/testing/otherBuild';
import { siteStore, siteUrl } from './test';

export interface SiteOptions {
  /** Where PocketBase listens; without it the site runs as if the backend were down. */
  backendUrl: string | undefined;
  /** The directory of another site's store, whose copies of pictures and, where it has the same, builds it takes over. */
  takesFrom?: string | undefined;
}

/** A running site of a test. */
export interface RunningSite {
  /** Without a trailing slash. */
  url: string;
  release: Release;
  /** The site's own store, for more deployments, and the directory that it is. */
  store: Store;
  directory: string;
  /** The store of its previews, and where one of them is shown. */
  previews: Store;
  previewUrl: (label: string) => string;
  /** The build of an app in its first release, as it would be if it said other words. */
  otherBuild: (app: string, words: string, others: string) => Promise<LoadedArtifact>;
  stop: () => Promise<void>;
}

/**
 * Builds what has changed, deploys it into a store of its own, with copies of all pictures, and serves it on a free
 * port.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { backendUrl, takesFrom } = options;
  const repository = resolve(import.meta.dirname, '../..');
  const directory = await mkdtemp(join(tmpdir(), 'site-store-'));
  const store = directoryStore(directory);
  const built = await build({ repository, log: () => undefined });
  const builds = await Promise.all(built.map((folder) => readArtifact(folder)));
  if (takesFrom !== undefined) takeOver(takesFrom, directory, builds);
  const release = await deploy({ store, artifacts: builds, backendUrl, log: () => undefined });
  if (backendUrl) await makePictures(store, release, backendUrl);
  return serve(directory, release, backendUrl);
}

/** Copies what another store has of the builds, compressed already, and of pictures. */
function takeOver(from: string, to: string, builds: LoadedArtifact[]): void {
  const versions = builds.map(({ artifact }) => `${artifact.app}/${artifact.version}`);
  const kept = versions.flatMap((version) => [`artifacts/${version}`, `assets/${version}`]);
  for (const folder of ['pictures', 'assets/pictures', ...kept]) {
    if (existsSync(join(from, folder))) cpSync(join(from, folder), join(to, folder), { recursive: true });
  }
}

/** Serves a copy of the store that the specs test on a free port: a site to deploy into that is there at once. */
export async function copySite(
  backendUrl = siteUrl('SITE_BACKEND_URL'),
  foreignHosts?: string[],
): Promise<RunningSite> {
  const directory = await mkdtemp(join(tmpdir(), 'site-store-'));
  copyStore(siteStore(), directory);
  const release = await liveRelease(directoryStore(directory));
  if (!release) throw new Error('Nothing is live in the store of the specs.');
  return serve(directory, release, backendUrl, foreignHosts);
}

/** Serves a store that goes with its server. */
async function serve(
  directory: string,
  release: Release,
  backendUrl: string | undefined,
  foreignHosts: string[] = [],
): Promise<RunningSite> {
  const store = directoryStore(directory);
  const options = { backendUrl, trustedProxies: ['127.0.0.1'] };
  const live = storeSource(store);
  const server = await createSite(live, { ...options, foreignHosts });
  const previews = directoryStore(`${directory}-previews`);
  servePreviews(server, { ...options, host: 'localhost', previews, live });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...{ url, release, store, directory, previews },
    previewUrl: (label) => `http://${label}.localhost:${new URL(url).port}`,
    async otherBuild(app, words, others) {
      const build = await loadArtifact(store, app, release.apps[app] ?? '', () => true);
      return otherBuild(build, words, others);
    },
    async stop() {
      await server.close();
      for (const one of [directory, `${directory}-previews`]) await rm(one, { recursive: true, force: true });
    },
  };
}
