import { rm } from 'node:fs/promises';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { plainSamples } from './plainSamples';
import { startSite } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site with and without it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const seedDir = await plainSamples();
  const backend = await startTestBackend({ seeded: true, seedDir });
  await rm(seedDir, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  const site = await startSite({ backendUrl: backend.url });
  const withoutBackend = await startSite({ backendUrl: undefined, takesFrom: site.directory });
  stops.push(site.stop, withoutBackend.stop);
  process.env.SITE_URL = site.url;
  process.env.SITE_STORE = site.directory;
  process.env.SITE_WITHOUT_BACKEND_URL = withoutBackend.url;
  const paths = Object.values(site.release.pages).map(({ path }) => path);
  process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}
