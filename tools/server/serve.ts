import { foreignHosts as namedHosts } from '@site/shared/site';
import { access, readlink, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic, { type SendOptions } from '@fastify/static';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { FOR_FOREIGN_HOSTS, expectOrigins, foreignHostHeaders } from './foreignHosts';
import { BODY_LIMIT, REQUEST_LIMIT } from './limits';
import { failureLog } from './failureLog';
import { proxyBackend } from './proxyBackend';
import { addressList, readVisitor } from './readVisitor';
import {
  FILE_HEADERS,
  PREVIEW_AGE,
  PREVIEW_HEADERS,
  SECRET_REFERRER,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
} from './securityHeaders';
import { releaseKey, PREVIEW_ID } from '../release/readRelease';
import type { Release } from '../release/Release';
import { treeOf } from '../release/releaseTree';
import { ASSET_PATH, resolveAddress } from './resolveAddress';

interface ServeOptions {
  /** The directory store to serve. */
  store: string;
  /** Where PocketBase listens; without it, every call to the backend is answered 502. */
  backendUrl: string | undefined;
  /** Addresses and ranges of the proxies in front whose X-Forwarded-For and X-Forwarded-Proto count. */
  trustedProxies?: readonly string[];
  /** The origins of other sites that may load the remotes. */
  foreignHosts?: readonly string[];
}

/** What tabs read of the release that they see; nobody keeps it. */
const RELEASE_FILE = 'release.json';

/** A query with a secret, as nginx reads one. */
const SECRET = /[?&]secret=[^&]/i;

/** What stands before the path in a request to a proxy. */
const ORIGIN = /^https?:\/\/(?:\.?[a-z\d-]+(?:\.[a-z\d-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?(?=[/?]|$)/i;

/** What is sent in the place of a file, to who takes it, and has no address. */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

const SENT_ASSET = new RegExp(`^${ASSET_PATH}(?:\\?|$)`, 'i');

/**
 * The site's web server over a directory store: pages of the live release, immutable assets, and the visitors'
 * calls to the backend. Not listening yet.
 */
export async function createSiteServer({
  store,
  backendUrl,
  trustedProxies = [],
  foreignHosts = namedHosts,
}: ServeOptions): Promise<FastifyInstance> {
  expectOrigins(foreignHosts);
  const assets = join(store, 'assets');
  const trusted = addressList(trustedProxies);
  const failures = failureLog();
  const app = fastify({
    requestTimeout: REQUEST_LIMIT,
    // Node's own limits: it would take the larger one for the body, and look only every 30 s.
    http: {
      requestTimeout: REQUEST_LIMIT,
      headersTimeout: REQUEST_LIMIT,
      connectionsCheckingInterval: 1000,
    },
    connectionTimeout: 2 * REQUEST_LIMIT,
    forceCloseConnections: true,
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
  });
  app.addHook('onClose', (_app, done) => {
    failures.close();
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(FILE_HEADERS);
    if (readVisitor(request.socket.remoteAddress ?? '', request.headers, trusted).isSecure) {
      reply.header('strict-transport-security', TRANSPORT_SECURITY);
    }
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    // Only a form has a body whose length may be unknown.
    const isEndless = encoding !== undefined && request.method !== 'POST';
    if (isEndless || Number(length) > BODY_LIMIT)
      void reply.code(413).header('connection', 'close').send('Too much.\n');
    else done();
  });
  // When all other headers are there, some of which these take the place of.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode < 400 && FOR_FOREIGN_HOSTS.test(request.raw.url ?? '')) {
      const { origin = '' } = request.headers;
      reply.headers(foreignHostHeaders(foreignHosts, foreignHosts.includes(origin) ? origin : ''));
    }
    done();
  });
  await proxyBackend(app, backendUrl, { trustedProxies });
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    allowedPath: (path, root, { raw }) =>
      root !== assets || (SENT_ASSET.test(raw.url ?? '') && !COMPRESSED_FORM.test(path)),
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response) => {
      response.setHeader('vary', 'accept-encoding');
    },
  });

  // What went wrong is for the operator; visitors learn nothing of paths and files.
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    // A path that leads out of the assets is as unknown as any other.
    if (error.statusCode === 403) return refuseAsset(reply);
    if (error.statusCode && error.statusCode < 500) return reply.send(error);
    failures.tell(error);
    return reply
      .code(500)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send('The site cannot answer now.\n');
  });

  const readLive = releaseReader();
  app.get('/*', servePage);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('allow', 'GET, HEAD').send('Only GET and HEAD are answered here.\n');
    }
    if (request.raw.url?.startsWith('/assets/')) {
      return refuseAsset(reply);
    }
    return servePage(request, reply);
  });
  return app;

  async function servePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '/', ...rest] = (request.raw.url ?? '/').split(/(?=\?)/);
    const query = rest.join('');
    const preview = await readPreview(store, cookieOf(request.headers.cookie));
    const { release, directory, pages } = preview ?? (await readLive(store));
    reply.headers(SECURITY_HEADERS).header('x-release', release.id);
    if (SECRET.test(query)) reply.header('referrer-policy', SECRET_REFERRER);
    if (preview) reply.headers(PREVIEW_HEADERS);
    const file = Object.keys(release.files).find((name) => path === `/${name}`);
    if (file) {
      // Phones ask for the app's files without an extension, and want JSON.
      const isAppLinks = file.startsWith('.well-known/');
      if (isAppLinks) reply.type('application/json');
      return send(file, file !== RELEASE_FILE, isAppLinks ? { dotfiles: 'allow', contentType: false } : {});
    }
    const answer = resolveAddress(path, query, pages);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 308);
    const [, asked = ''] = /(?:^\?|&)release=([^&]*)/.exec(query) ?? [];
    if (asked === 'live' || (await readPreview(store, asked))) {
      const cookie = asked === 'live' ? 'release=; Max-Age=0' : `release=${asked}; Max-Age=${PREVIEW_AGE}`;
      return reply
        .headers(PREVIEW_HEADERS)
        .header('set-cookie', `${cookie}; Path=/; SameSite=Lax`)
        .redirect(path, 302);
    }
    reply.code(answer.status);
    // Conditions and ranges are about what is there.
    if (answer.status === 404) ignoreHeaders(request, 'if-match', 'if-unmodified-since', 'range');
    return send(answer.page, answer.status === 200);

    /** @param isKept whether browsers keep it, to ask whether it is still the same; nobody keeps a preview */
    function send(name: string, isKept: boolean, options: SendOptions = {}): FastifyReply {
      const etag = isKept && !preview;
      // Nobody has what nobody keeps.
      if (!etag) ignoreHeaders(request, 'if-none-match', 'if-modified-since');
      const caching = isKept ? 'no-cache' : 'no-store';
      return (
        reply
          .header('cache-control', preview ? PREVIEW_HEADERS['cache-control'] : caching)
          // No Last-Modified: it is made of the content, for the ETag.
          .sendFile(name, directory, { cacheControl: false, etag, lastModified: false, ...options })
      );
    }
  }
}

function ignoreHeaders({ raw }: FastifyRequest, ...names: string[]): void {
  for (const name of names) Reflect.deleteProperty(raw.headers, name);
}

function refuseAsset(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n');
}

/**
 * What a request asks of this site: a proxy's request names the host too; what cannot be decoded, or is no path, is
 * an unknown address like any other.
 */
function siteAddress(url: string): string {
  const address = url.replace(ORIGIN, '').replace(/^(?=\?|$)/, '/');
  try {
    const [path = ''] = address.split('?');
    decodeURI(path);
    return path.startsWith('/') ? address : '/404';
  } catch {
    return '/404';
  }
}

/** The release that a visitor's cookie names; whatever it says is judged by `readPreview`. */
function cookieOf(header = ''): string {
  return /(?:^|;\s*)release=([^;]*)/.exec(header)?.[1] ?? '';
}

/** A preview that is complete; undefined if the id names none. */
async function readPreview(store: string, id: string): Promise<ServedRelease | undefined> {
  if (!PREVIEW_ID.test(id)) return undefined;
  // Whoever has withdrawn it has taken its tree away.
  const isLaidOut = await access(join(store, treeOf(id), RELEASE_FILE)).then(
    () => true,
    () => false,
  );
  return isLaidOut ? readServed(store, id).catch(() => undefined) : undefined;
}

async function readServed(store: string, id: string): Promise<ServedRelease> {
  const release = JSON.parse(await readFile(join(store, releaseKey(id)), 'utf8')) as Release;
  return { release, directory: join(store, treeOf(id)), pages: new Set(Object.keys(release.pages)) };
}

interface ServedRelease {
  release: Release;
  directory: string;
  pages: ReadonlySet<string>;
}

/** Reads which release is live at each request, and what is in it once. */
function releaseReader(): (store: string) => Promise<ServedRelease> {
  let current: ServedRelease | undefined;
  return async (store) => {
    const id = basename(await readlink(join(store, 'live')));
    if (current?.release.id === id) return current;
    current = await readServed(store, id);
    return current;
  };
}
