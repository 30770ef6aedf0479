import { assetUrl } from '@site/deploy/release/composeRelease';
import { proxyBackend } from '@site/deploy/serve/proxyBackend';
import type { Release } from '@site/deploy/release/Release';
import type { PageDocument, PageJob } from '@site/deploy/render/createRenderer';
import { resolveAddress } from '@site/deploy/serve/resolveAddress';
import { directoryStore } from '@site/deploy/store/directoryStore';
import type { ListedPage } from '@site/shell/render';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { developmentDocument } from './developmentDocument';
import { openEdition } from './openEdition';
import type { Edition } from './openEdition';
import type { WatchedApps } from './watchApps';

interface EditionsOptions {
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

/** Serves the site as the newest builds make it: each page is rendered when it is first asked for. */
export async function serveEditions(
  app: FastifyInstance,
  { watched, store, backendUrl }: EditionsOptions,
): Promise<void> {
  await proxyBackend(app, backendUrl);
  if (store) {
    const root = join(store, 'assets');
    await app.register(fastifyStatic, { root, prefix: '/assets/', index: false, preCompressed: true });
  }
  const newest = editions(() =>
    openEdition({
      outputs: watched.apps.map(({ output }) => output),
      store: store ? directoryStore(store) : undefined,
      backendUrl,
    }),
  );
  app.addHook('onClose', () => newest.close());
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', ...rest] = (request.raw.url ?? '/').split(/(?=\?)/);
    await watched.settled();
    const { generation, apps } = watched.state();
    const failures = apps.flatMap(({ app: name, errors }) => errors.map((error) => `${name}: ${error}`));
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
    const { release, pages, render, siteFile } = await newest.at(generation);
    if (path === '/favicon.ico') {
      return reply.redirect(assetUrl({ app: 'shell', version: release.block.shell }, 'favicon.ico'));
    }
    if (path === '/release.json') return reply.header('cache-control', 'no-store').send(release.block);
    const type = SITE_FILES[path.slice(1)];
    if (type) return reply.type(type).send(await siteFile(path.slice(1)));
    const answer = resolveAddress(path, rest.join(''), pages);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 308);
    const { html } = await render(answer.page);
    return reply.code(answer.status).type('text/html').send(developmentDocument(html));
  });
}

interface OpenEdition {
  release: Release;
  /** File names. */
  pages: ReadonlySet<string>;
  render: (file: string) => Promise<PageDocument>;
  /** A file at the site's root, by name. */
  siteFile: (name: string) => Promise<string | undefined>;
  close: () => void;
}

/** Keeps what has been opened and rendered until there is a newer build. */
function editions(open: () => Promise<Edition>) {
  const opened = new Map<number, Promise<OpenEdition>>();
  const closeAllBut = async (generation?: number) => {
    for (const [older, edition] of opened) {
      if (older === generation) continue;
      opened.delete(older);
      await edition.then(
        ({ close }) => close(),
        () => undefined,
      );
    }
  };
  return {
    /** The edition of a build. */
    at(generation: number): Promise<OpenEdition> {
      void closeAllBut(generation);
      return kept(opened, generation, async () => withPages(await open()));
    },
    close: () => closeAllBut(),
  };
}

function withPages({ release, plans, renderer }: Edition): OpenEdition {
  const rendered = new Map<string, Promise<PageDocument>>();
  const render = (file: string) => kept(rendered, file, () => renderer.renderPage(jobOf(file)));
  const jobOf = (file: string): PageJob => {
    const plan = plans.get(file);
    if (!plan) throw new Error(`${file} is no page.`);
    const { app, route, path, param, data } = plan;
    return { app, route, path, param, ...(data !== undefined && { data: 'read' }) };
  };
  return {
    release,
    pages: new Set(plans.keys()),
    render,
    async siteFile(name) {
      const listed: ListedPage[] = [];
      for (const { file, path } of plans.values()) {
        const { listed: isListed, modified } = await render(file);
        if (isListed) listed.push({ path, ...(modified && { modified }) });
      }
      return (await renderer.renderSiteFiles(listed))[name];
    },
    close: () => renderer.close(),
  };
}

/** What is made once for each key; what fails is made again when it is next asked for. */
function kept<Key, Value>(
  made: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const earlier = made.get(key);
  if (earlier) return earlier;
  const value = make();
  made.set(key, value);
  value.catch(() => made.delete(key));
  return value;
}
