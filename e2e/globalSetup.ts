import { resolve } from 'node:path';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { buildApps } from '@site/deploy/build/buildApps';
import { startSite } from './startSite';
import type { SiteOptions } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site as a production build with either of Module
 * Federation's runtimes and as a development build.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const backend = await startTestBackend({ seeded: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  let picturesOf: string | undefined;
  const started = async (options: SiteOptions) => {
    const site = await startSite({ ...options, picturesOf });
    if (options.backendUrl) picturesOf ??= site.directory;
    stops.push(site.stop);
    return site;
  };
  // Meanwhile the first site makes the copies of all pictures, which takes one processor.
  const others = buildOthers();
  for (const [prefix, runtime] of [
    ['', 'slim'],
    ['PUBLISHED_', 'published'],
  ] as const) {
    const [site] = await Promise.all([
      started({ mode: 'production', runtime, backendUrl: backend.url }),
      others,
    ]);
    const withoutBackend = await started({ mode: 'production', runtime, backendUrl: undefined });
    process.env[`${prefix}SITE_URL`] = site.url;
    process.env[`${prefix}SITE_STORE`] = site.directory;
    process.env[`${prefix}SITE_WITHOUT_BACKEND_URL`] = withoutBackend.url;
    const paths = Object.values(site.release.pages).map(({ path }) => path);
    process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  }
  const development = await started({ mode: 'development', backendUrl: backend.url });
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  process.env.DEVELOPMENT_SITE_URL = development.url;
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

async function buildOthers(): Promise<void> {
  const repository = resolve(import.meta.dirname, '..');
  const log = () => undefined;
  await buildApps({ repository, mode: 'production', runtime: 'published', log });
  await buildApps({ repository, mode: 'development', log });
}
