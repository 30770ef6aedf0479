import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import type { FederationRuntime } from '../tools/build/Artifact';
import { buildApps } from '@site/tools/build/buildApps';
import { plainSamples } from './plainSamples';
import { startSite, type RunningSite, type SiteOptions } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site with either of Module Federation's runtimes.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const seedDir = await plainSamples();
  const backend = await startTestBackend({ seeded: true, seedDir });
  await rm(seedDir, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  const started = async (options: SiteOptions): Promise<RunningSite> => {
    const site = await startSite(options);
    stops.push(site.stop);
    return site;
  };
  const startPair = async (
    prefix: string,
    options: Omit<SiteOptions, 'backendUrl'>,
  ): Promise<RunningSite> => {
    const site = await started({ ...options, backendUrl: backend.url });
    const withoutBackend = await started({ ...options, backendUrl: undefined, takesFrom: site.directory });
    process.env[`${prefix}SITE_URL`] = site.url;
    process.env[`${prefix}SITE_STORE`] = site.directory;
    process.env[`${prefix}SITE_WITHOUT_BACKEND_URL`] = withoutBackend.url;
    return site;
  };
  await build('slim');
  const [slim] = await Promise.all([startPair('', { runtime: 'slim' }), build('published')]);
  await startPair('PUBLISHED_', { runtime: 'published', takesFrom: slim.directory });
  const paths = Object.values(slim.release.pages).map(({ path }) => path);
  process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

async function build(runtime: FederationRuntime): Promise<void> {
  await buildApps({ repository: resolve(import.meta.dirname, '..'), runtime, log: () => undefined });
}
