import { resolve } from 'node:path';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { buildApps } from '@site/deploy/build/buildApps';
import { startSite, type RunningSite, type SiteOptions } from './startSite';

/**
 * Starts what the specs share: a seeded PocketBase, and the site as a production build with either of Module
 * Federation's runtimes and as a development build.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const backend = await startTestBackend({ seeded: true });
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
  await build({ mode: 'production', runtime: 'slim' });
  // While the first site makes the copies of all pictures, which takes one processor, the other has these to make.
  const [slim] = await Promise.all([startPair('', { mode: 'production' }), buildOthers()]);
  const takesFrom = slim.directory;
  const [, development] = await Promise.all([
    startPair('PUBLISHED_', { mode: 'production', runtime: 'published', takesFrom }),
    started({ mode: 'development', backendUrl: backend.url, takesFrom }),
  ]);
  const paths = Object.values(slim.release.pages).map(({ path }) => path);
  process.env.RELEASED_PATHS = JSON.stringify(paths.filter((path) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  process.env.DEVELOPMENT_SITE_URL = development.url;
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

async function buildOthers(): Promise<void> {
  await build({ mode: 'production', runtime: 'published' });
  await build({ mode: 'development' });
}

async function build(options: Pick<SiteOptions, 'mode' | 'runtime'>): Promise<void> {
  await buildApps({ repository: resolve(import.meta.dirname, '..'), ...options, log: () => undefined });
}
