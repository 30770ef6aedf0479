import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { startSite } from './startSite';
import type { SiteOptions } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site as a production build with either of Module
 * Federation's runtimes and as a development build.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const backend = await startTestBackend({ seeded: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  const started = async (options: SiteOptions) => {
    const site = await startSite(options);
    stops.push(site.stop);
    return site;
  };
  for (const [prefix, runtime] of [
    ['PUBLISHED_', 'published'],
    ['', 'slim'],
  ] as const) {
    const site = await started({ mode: 'production', runtime, backendUrl: backend.url });
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
