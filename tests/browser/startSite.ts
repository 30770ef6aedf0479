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
  /** The address of PocketBase. Without it, the site runs as if the backend were down. */
  backendUrl: string | undefined;
  /** The directory of another site's store. The new store gets copies of its pictures, and of the builds that both sites use. */
  reuseFrom?: string | undefined;
}

/** A running site for a test. */
export interface RunningSite {
  /** The address, without a trailing slash. */
  url: string;
  /** The release that is live when the site starts. */
  release: Release;
  /** The site's own store, for more deployments. */
  store: Store;
  /** The directory of the store. */
  directory: string;
  /** The store of the site's previews. */
  previews: Store;
  /** Returns the address of a preview. */
  previewUrl: (label: string) => string;
  /** Returns an app's build from the first release, with some text replaced. */
  otherBuild: (app: string, text: string, replacement: string) => Promise<LoadedBuild>;
  stop: () => Promise<void>;
}

/** Builds the changed apps, deploys them to a new store with copies of all pictures, and serves it on a free port. */
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

/** Copies pictures and compressed builds from another store. */
function copyReusable(from: string, to: string, builds: LoadedBuild[]): void {
  const versions = builds.map(({ description }) => `${description.app}/${description.version}`);
  const buildFolders = versions.flatMap((version) => [`builds/${version}`, `assets/${version}`]);
  for (const folder of ['pictures', 'assets/pictures', ...buildFolders]) {
    if (existsSync(join(from, folder))) cpSync(join(from, folder), join(to, folder), { recursive: true });
  }
}

/** Serves a copy of the store that the specs share, on a free port. A test can deploy to it without building anything. */
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

/** Serves a store, which is deleted when the server stops. */
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
