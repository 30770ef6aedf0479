import { cpSync, existsSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  build,
  createSite,
  deploy,
  directoryStore,
  liveRelease,
  loadBuild,
  type LoadedBuild,
  readBuild,
  type Release,
  servePreviews,
  type Store,
  storeSource,
} from '@site/platform';
import { copyFolder } from '@site/platform/testing/copyStore';
import { makeAllPictures } from '@site/platform/testing/makeAllPictures';
import { otherBuild } from '@site/platform/testing/otherBuild';
import { siteStore, siteUrl } from './test';

export interface TestSiteOptions {
  /** PocketBase's URL. If undefined, the site is deployed and served as if PocketBase were down. */
  backendUrl: string | undefined;
  /**
   * The directory of another site's store. To save time, its pictures and its builds of the same versions are copied to the
   * new store.
   */
  reuseFrom?: string | undefined;
}

export interface RunningSite {
  /** The site's address, without a trailing slash. */
  url: string;
  /** The release that was live when the site started. */
  release: Release;
  store: Store;
  directory: string;
  previews: Store;
  previewUrl: (label: string) => string;
  /** Returns the app's build from `release`, with every occurrence of `text` in its code replaced. */
  otherBuild: (app: string, text: string, replacement: string) => Promise<LoadedBuild>;
  stop: () => Promise<void>;
}

/**
 * Builds the apps, deploys them to a new store, and serves the site on a free port. If there is a backend, also makes all
 * copies of the backend's pictures.
 */
export async function startSite(options: TestSiteOptions): Promise<RunningSite> {
  const { backendUrl, reuseFrom } = options;
  const repository = resolve(import.meta.dirname, '../..');
  const directory = await mkdtemp(join(tmpdir(), 'site-store-'));
  const store = directoryStore(directory);
  const built = await build({ repository, log: () => undefined });
  const builds = await Promise.all(built.map((folder) => readBuild(folder)));
  if (reuseFrom !== undefined) copyReusable(reuseFrom, directory, builds);
  const release = await deploy({
    store,
    change: { kind: 'deploy', builds: builds },
    backendUrl,
    log: () => undefined,
  });
  if (backendUrl) await makeAllPictures(store, release, backendUrl);
  return serve(directory, release, backendUrl);
}

function copyReusable(from: string, to: string, builds: LoadedBuild[]): void {
  const versions = builds.map(({ description }) => `${description.app}/${description.version}`);
  const buildFolders = versions.flatMap((version) => [`builds/${version}`, `assets/${version}`]);
  for (const folder of ['pictures', 'assets/pictures', ...buildFolders]) {
    if (existsSync(join(from, folder))) cpSync(join(from, folder), join(to, folder), { recursive: true });
  }
}

/**
 * Copies the store that all specs share, and serves the copy on a free port. A test can then deploy to a store of its own
 * without building the apps.
 */
export async function copySite(
  backendUrl = siteUrl('SITE_BACKEND_URL'),
  foreignHosts?: string[],
): Promise<RunningSite> {
  const directory = await mkdtemp(join(tmpdir(), 'site-store-'));
  copyFolder(siteStore(), directory);
  const release = await liveRelease(directoryStore(directory));
  if (!release) throw new Error('The store that the specs share has no live release.');
  return serve(directory, release, backendUrl, foreignHosts);
}

/** Serves a store and its previews. The returned site's `stop` also deletes the store and the previews. */
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
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const shown = servePreviews({ ...options, host: 'localhost', previews, live: store, liveOrigin: url });
  shown.server.listen(0, '127.0.0.1');
  await once(shown.server, 'listening');
  const { port } = shown.server.address() as AddressInfo;
  return {
    url,
    release,
    store,
    directory,
    previews,
    previewUrl: (label) => `http://${label}.localhost:${port}`,
    async otherBuild(app, text, replacement) {
      const build = await loadBuild(store, app, release.builds[app]?.version ?? '', () => true);
      return otherBuild(build, text, replacement);
    },
    async stop() {
      await server.close();
      await shown.close();
      for (const path of [directory, `${directory}-previews`])
        await rm(path, { recursive: true, force: true });
    },
  };
}
