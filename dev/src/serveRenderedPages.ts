import { assetUrl } from '@site/tools/release/assetUrl';
import { proxyBackend } from '@site/tools/server/proxyBackend';
import { resolveAddress } from '@site/tools/server/resolveAddress';
import { directoryStore } from '@site/tools/store/directoryStore';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { addPageScript } from './addPageScript';
import { openDevelopmentRelease, type DevelopmentRelease } from './openDevelopmentRelease';
import type { WatchedApps } from './watchApps';

interface PagesOptions {
  watched: WatchedApps;
  /** The directory store that the apps come from which are not built here. */
  store: string | undefined;
  /** Where PocketBase listens; without it, every call to the backend is answered 502. */
  backendUrl: string | undefined;
}

/** Files at the site's root that are rendered, by name, and what they are. */
const SITE_FILES: Record<string, string> = {
  'robots.txt': 'text/plain',
  'sitemap.xml': 'application/xml',
  'site.webmanifest': 'application/manifest+json',
};

/** Serves the site as the newest builds make it: each page is rendered when it is asked for. */
export async function serveRenderedPages(
  app: FastifyInstance,
  { watched, store, backendUrl }: PagesOptions,
): Promise<void> {
  await proxyBackend(app, backendUrl);
  if (store) {
    const root = join(store, 'assets');
    await app.register(fastifyStatic, { root, prefix: '/assets/', index: false, preCompressed: true });
  }
  // Nobody makes copies of pictures here.
  app.get<{ Params: { '*': string } }>('/assets/pictures/*', (request, reply) => {
    const [, ...file] = request.params['*'].split('/').slice(0, -1);
    return reply.redirect(`/api/files/${file.map(encodeURIComponent).join('/')}`);
  });
  const releaseOf = newestRelease(app, () =>
    openDevelopmentRelease({
      outputs: watched.apps.map(({ output }) => output),
      store: store ? directoryStore(store) : undefined,
      backendUrl,
    }),
  );
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', ...rest] = (request.raw.url ?? '/').split(/(?=\?)/);
    await watched.settled();
    const { generation, apps } = watched.state();
    const failures = apps.flatMap(({ app: name, errors }) => errors.map((error) => `${name}: ${error}`));
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
    const { release, pages, renderPage, renderSiteFiles } = await releaseOf(generation);
    if (path === '/favicon.ico') {
      return reply.redirect(assetUrl({ app: 'shell', version: release.block.shell }, 'favicon.ico'));
    }
    if (path === '/release.json') return reply.header('cache-control', 'no-store').send(release.block);
    const type = SITE_FILES[path.slice(1)];
    if (type) return reply.type(type).send((await renderSiteFiles())[path.slice(1)]);
    const answer = resolveAddress(path, rest.join(''), (file) => pages.has(file));
    if ('redirect' in answer) return reply.redirect(answer.redirect, 308);
    const { html } = await renderPage(answer.page);
    return reply.code(answer.status).type('text/html').send(addPageScript(html));
  });
}

/** Opens the release of a build when it is first asked for, and again if that has failed; closes the one before. */
function newestRelease(app: FastifyInstance, open: () => Promise<DevelopmentRelease>) {
  let newest: { generation: number; release: Promise<DevelopmentRelease> } | undefined;
  const closeNewest = async () => {
    const opened = newest?.release;
    newest = undefined;
    (await opened?.catch(() => undefined))?.close();
  };
  app.addHook('onClose', closeNewest);
  return (generation: number): Promise<DevelopmentRelease> => {
    if (newest?.generation === generation) return newest.release;
    void closeNewest();
    const opened = { generation, release: open() };
    newest = opened;
    opened.release.catch(() => {
      if (newest === opened) newest = undefined;
    });
    return opened.release;
  };
}
