import { assetUrl } from '@site/deploy/release/composeRelease';
import { proxyBackend } from '@site/deploy/serve/proxyBackend';
import { renderInChild } from '@site/deploy/render/renderInChild';
import type { Rendering } from '@site/deploy/render/renderPages';
import { resolveAddress } from '@site/deploy/serve/resolveAddress';
import { directoryStore } from '@site/deploy/store/directoryStore';
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
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', ...rest] = (request.raw.url ?? '/').split(/(?=\?)/);
    await watched.settled();
    const { generation, apps } = watched.state();
    const failures = apps.flatMap(({ app: name, errors }) => errors.map((error) => `${name}: ${error}`));
    if (failures.length > 0) throw new Error(failures.join('\n\n'));
    const { edition, render } = await newest(generation);
    if (path === '/favicon.ico') {
      return reply.redirect(assetUrl({ app: 'shell', version: edition.release.block.shell }, 'favicon.ico'));
    }
    const type = SITE_FILES[path.slice(1)];
    if (type) {
      const { siteFiles } = await render(Object.keys(edition.release.pages));
      return reply.type(type).send(siteFiles[path.slice(1)]);
    }
    const answer = resolveAddress(path, rest.join(''), new Set(Object.keys(edition.release.pages)));
    if ('redirect' in answer) return reply.redirect(answer.redirect, 308);
    const { documents } = await render([answer.page]);
    return reply
      .code(answer.status)
      .type('text/html')
      .send(developmentDocument(documents[answer.page] ?? ''));
  });
}

interface OpenEdition {
  edition: Edition;
  render: (files: string[]) => Promise<Rendering>;
}

/** Keeps what has been opened and rendered until there is a newer build. */
function editions(open: () => Promise<Edition>): (generation: number) => Promise<OpenEdition> {
  const opened = new Map<number, Promise<OpenEdition>>();
  return (generation) => {
    for (const older of opened.keys()) if (older !== generation) opened.delete(older);
    return kept(opened, generation, async () => {
      const edition = await open();
      const renderings = new Map<string, Promise<Rendering>>();
      return {
        edition,
        render: (files) => kept(renderings, files.join(), () => renderInChild({ ...edition, files })),
      };
    });
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
