import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { startSite } from './startSite';

/** Starts what the specs share: a seeded PocketBase, and the site as a production and as a development build. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const backend = await startTestBackend({ seeded: true });
  const production = await startSite('production', backend.url);
  const development = await startSite('development', backend.url);
  const withoutBackend = await startSite('production', undefined);

  const paths = Object.values(production.release.pages).map(({ path }) => path);
  process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  process.env.SITE_URL = production.url;
  process.env.SITE_STORE = production.directory;
  process.env.DEVELOPMENT_SITE_URL = development.url;
  process.env.SITE_WITHOUT_BACKEND_URL = withoutBackend.url;
  return async () => {
    for (const site of [production, development, withoutBackend]) await site.stop();
    await backend.stop();
  };
}
