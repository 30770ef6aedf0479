import { readlink, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { proxyBackend } from './proxyBackend';
import type { Release } from './Release';
import { resolveAddress } from './resolveAddress';
import { SECURITY_HEADERS } from './securityHeaders';

interface ServeOptions {
  /** The directory store to serve. */
  store: string;
  /** Where PocketBase listens; without it, every call to the backend is answered 502. */
  backendUrl: string | undefined;
}

/** How long a client may take to send its request. Milliseconds. */
const REQUEST_LIMIT = 15_000;

/**
 * The site's web server over a directory store: pages of the live release, immutable assets, and the visitors'
 * calls to the backend. Not listening yet.
 */
export async function createSiteServer({ store, backendUrl }: ServeOptions): Promise<FastifyInstance> {
  const app = fastify({
    requestTimeout: REQUEST_LIMIT,
    connectionTimeout: 2 * REQUEST_LIMIT,
    forceCloseConnections: true,
    // The backend's file names are longer than 100 characters, the framework's own limit.
    routerOptions: { maxParamLength: 255 },
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
  });
  await proxyBackend(app, backendUrl);
  await app.register(fastifyStatic, {
    root: join(store, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response) => {
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('vary', 'accept-encoding');
    },
  });

  // What went wrong is for the operator; visitors learn nothing of paths and files.
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode && error.statusCode < 500) return reply.send(error);
    console.error(error);
    return reply
      .code(500)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send('The site cannot answer now.\n');
  });

  const readRelease = releaseReader();
  app.get('/*', servePage);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('allow', 'GET, HEAD').send('Only GET and HEAD are answered here.\n');
    }
    if (request.raw.url?.startsWith('/assets/')) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n');
    }
    return servePage(request, reply);
  });
  return app;

  async function servePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { release, directory, pages } = await readRelease(store);
    const [path = '/', ...query] = (request.raw.url ?? '/').split(/(?=\?)/);
    reply.headers(SECURITY_HEADERS).header('x-release', release.id);
    const file = release.files.find((name) => path === `/${name}`);
    if (file) {
      // Phones ask for the app's files without an extension, and want JSON.
      const isAppLinks = file.startsWith('.well-known/');
      if (isAppLinks) reply.type('application/json');
      return reply.header('cache-control', 'no-cache').sendFile(file, directory, {
        cacheControl: false,
        lastModified: false,
        ...(isAppLinks && { dotfiles: 'allow' as const, contentType: false }),
      });
    }
    const answer = resolveAddress(path, query.join(''), pages);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 308);
    const found = answer.status === 200;
    const { referrer } = release.pages[answer.page] ?? {};
    if (referrer) reply.header('referrer-policy', referrer);
    // No Last-Modified: the files of a release that is made live again are older than those before it.
    return reply
      .code(answer.status)
      .header('cache-control', found ? 'no-cache' : 'no-store')
      .sendFile(answer.page, directory, { cacheControl: false, etag: found, lastModified: false });
  }
}

/**
 * What a request asks of this site: a proxy's request names the host too, and a path that cannot be decoded is
 * an unknown address like any other.
 */
function siteAddress(url: string): string {
  const address = url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  try {
    const [path = ''] = address.split('?');
    decodeURI(path);
    return address;
  } catch {
    return '/404';
  }
}

interface LiveRelease {
  release: Release;
  directory: string;
  pages: ReadonlySet<string>;
}

/** Reads which release is live at each request, and what is in it once. */
function releaseReader(): (store: string) => Promise<LiveRelease> {
  let current: LiveRelease | undefined;
  return async (store) => {
    const id = basename(await readlink(join(store, 'live')));
    if (current?.release.id === id) return current;
    const directory = join(store, 'releases', id);
    const release = JSON.parse(await readFile(join(directory, 'release.json'), 'utf8')) as Release;
    current = { release, directory, pages: new Set(Object.keys(release.pages)) };
    return current;
  };
}
