import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { createSiteServer } from '@site/deploy/serve/serve';
import { startSite } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site as a production build with either of Module
 * Federation's runtimes and as a development build.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const backend = await startTestBackend({ seeded: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  const slim = await startSite({ mode: 'production', backendUrl: backend.url });
  const published = await startSite({ mode: 'production', runtime: 'published', backendUrl: backend.url });
  const development = await startSite({ mode: 'development', backendUrl: backend.url });
  stops.push(slim.stop, published.stop, development.stop);

  for (const [prefix, { url, directory }] of [
    ['', slim],
    ['PUBLISHED_', published],
  ] as const) {
    const withoutBackend = await createSiteServer({ store: directory, backendUrl: undefined });
    stops.push(() => withoutBackend.close());
    process.env[`${prefix}SITE_URL`] = url;
    process.env[`${prefix}SITE_STORE`] = directory;
    process.env[`${prefix}SITE_WITHOUT_BACKEND_URL`] = await withoutBackend.listen({
      port: 0,
      host: '127.0.0.1',
    });
  }
  const paths = Object.values(slim.release.pages).map(({ path }) => path);
  process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  process.env.DEVELOPMENT_SITE_URL = development.url;
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}
