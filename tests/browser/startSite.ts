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
  /** The URL of PocketBase. If undefined, the site runs as if PocketBase were down. */
  backendUrl: string | undefined;
  /** The directory of another site's store. To save time, its pictures and current builds are copied to the new store. */
  reuseFrom?: string | undefined;
}

export interface RunningSite {
  /** The address, without a trailing slash. */
  url: string;
  /** The release that is live when the test starts. */
  release: Release;
  store: Store;
  directory: string;
  previews: Store;
  previewUrl: (label: string) => string;
  /** Returns an app's build from the first release, with some text replaced. */
  otherBuild: (app: string, text: string, replacement: string) => Promise<LoadedBuild>;
  stop: () => Promise<void>;
}

/** Builds the apps, deploys them to a new store, makes all copies of pictures, and serves the site on a free port. */
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

/** Copies pictures and the given builds from another store, if that store has them. */
function copyReusable(from: string, to: string, builds: LoadedBuild[]): void {
  const versions = builds.map(({ description }) => `${description.app}/${description.version}`);
  const buildFolders = versions.flatMap((version) => [`builds/${version}`, `assets/${version}`]);
  for (const folder of ['pictures', 'assets/pictures', ...buildFolders]) {
    if (existsSync(join(from, folder))) cpSync(join(from, folder), join(to, folder), { recursive: true });
  }
}

/** Serves a copy of the store that all specs share, on a free port. A test can deploy to the copy without building anything. */
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

/** Serves a store and its previews. When the server stops, both are deleted. */
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
