import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Artifact } from '@site/deploy/build/Artifact';
import { buildApps } from '@site/deploy/build/buildApps';
import { deploy } from '@site/deploy/commands/deploy';
import { readArtifact } from '@site/deploy/build/readArtifact';
import type { LoadedArtifact } from '@site/deploy/build/readArtifact';
import type { Release } from '@site/deploy/release/Release';
import { createSiteServer } from '@site/deploy/serve/serve';
import { directoryStore } from '@site/deploy/store/directoryStore';
import type { Store } from '@site/deploy/store/Store';

/** A running site of a test. */
export interface RunningSite {
  /** Without a trailing slash. */
  url: string;
  release: Release;
  /** The site's own store, for more deployments, and the directory that it is. */
  store: Store;
  directory: string;
  /** The builds of its first release. */
  builds: LoadedArtifact[];
  stop: () => Promise<void>;
}

/**
 * Builds what has changed, deploys it into a store of its own, and serves it on a free port.
 *
 * @param backendUrl where PocketBase listens; without it the site runs as if the backend were down
 */
export async function startSite(
  mode: Artifact['mode'],
  backendUrl: string | undefined,
): Promise<RunningSite> {
  const repository = resolve(import.meta.dirname, '..');
  const directory = await mkdtemp(join(tmpdir(), 'site-store-'));
  const store = directoryStore(directory);
  const built = await buildApps({ repository, mode, log: () => undefined });
  const builds = await Promise.all(built.map((folder) => readArtifact(folder)));
  const release = await deploy({ store, artifacts: builds, backendUrl, log: () => undefined });
  const server = await createSiteServer({ store: directory, backendUrl, trustedProxies: ['127.0.0.1'] });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    release,
    store,
    directory,
    builds,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
