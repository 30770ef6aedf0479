import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { followCalls } from './allowedCalls';
import { answerFromMemory } from './answerFromMemory';
import { answerHealth } from './answerHealth';
import { contentCache } from './contentCache';
import { drainOnClose } from './drainOnClose';
import { failureLog } from './failureLog';
import { BODY_LIMIT, proxyBackend, type ProxyOptions } from './proxyBackend';
import { addressList, readVisitor } from './readVisitor';
import { FILE_HEADERS, PREVIEW_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';
import { serveAssets } from './serveAssets';
import { servePages } from './servePages';
import { siteAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';

/** How long a client may take to send its request. Milliseconds. */
const REQUEST_LIMIT = 15_000;

/**
 * How long a connection is kept for the next request: longer than proxies keep theirs (nginx 60 s, Caddy 2 min), so that
 * none is closed while a form is on its way. Milliseconds.
 */
const KEEP_ALIVE = 130_000;

/** What other sites may load: builds, and the addresses of the live ones' manifests and of the live base styles. */
const FOR_FOREIGN_HOSTS = /^\/(?:assets\/|remotes\/(?:[\w-]+\/mf-manifest\.json|base\.css)(?:\?|$))/;

/** What a preview keeps in memory, at most. Bytes. */
const PREVIEW_MEMORY = 8 * 1024 * 1024;

interface SiteOptions extends Omit<ProxyOptions, 'limit' | 'allowed'> {
  /** Where PocketBase listens; without it, every call to the backend is answered 502. */
  backendUrl?: string | undefined;
  /** The origins of other sites that may load the remotes; by default none. */
  foreignHosts?: readonly string[];
  /** Whether it is a preview's: nobody lists it, it takes no forms, and no monitor asks it. */
  isPreview?: boolean;
  /** A directory on the disk whose free space `GET /health` checks. */
  directory?: string;
  /**
   * Answers a request that has failed, with status 500. By default the failure is logged, and visitors do not
   * learn its cause.
   */
  explain?: (error: Error, reply: FastifyReply) => FastifyReply;
}

/**
 * The site's web server: pages of the live release, immutable assets, and the visitors' calls to the
 * backend. It is the only one: production, previews, development and tests differ in the source. Not listening
 * yet; closing it closes the source.
 *
 * | address | methods | query | answered with |
 * | --- | --- | --- | --- |
 * | `/api/…` | those of the live release's calls | likewise | the backend's answer, `no-store` or as it says |
 * | `/assets/…` | GET, HEAD | any | the file, for a year; a copy of a picture that is not made yet: 302 |
 * | `/health`, `/health/live` | GET, HEAD | any | 200 if all is well, or if a release is served, else 503, `no-store` |
 * | `/release.json` | GET, HEAD | any | what tabs learn of the release, `no-store` |
 * | a file of the release, a page | GET, HEAD | any | 200 `no-cache` with an ETag |
 * | another spelling of one | GET, HEAD | kept | 308 |
 * | a page that could not be rendered | GET, HEAD | any | its last version; without one the pattern's page, 200 `no-store` |
 * | anything below a pattern | GET, HEAD | any | the pattern's page; if its entries are known, 404 `no-store` |
 * | anything else | GET, HEAD | any | the 404 page, 404 `no-store` |
 *
 * A request may take 15 s, a body 128 KB and only a form's may be of unknown length, a call's address 1000 characters.
 * Closing it answers first what is under way, for 5 s at most.
 *
 * @throws Error if one of the foreign hosts is no origin
 */
export async function createSite(source: SiteSource, options: SiteOptions = {}): Promise<FastifyInstance> {
  const { backendUrl, trustedProxies = [], foreignHosts = [], isPreview = false } = options;
  const { takesForms = !isPreview } = options;
  const failures = failureLog();
  const contents = contentCache((key) => source.read(key), isPreview ? PREVIEW_MEMORY : undefined);
  const app = fastify({
    requestTimeout: REQUEST_LIMIT,
    // Node's own limits: it would take the larger one for the body, and look only every 30 s.
    http: {
      requestTimeout: REQUEST_LIMIT,
      headersTimeout: REQUEST_LIMIT,
      connectionsCheckingInterval: 1000,
    },
    connectionTimeout: 2 * REQUEST_LIMIT,
    keepAliveTimeout: KEEP_ALIVE,
    return503OnClosing: false,
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
  });
  drainOnClose(app);
  app.addHook('onClose', async () => {
    failures.close();
    await source.close();
  });
  const trusted = addressList(trustedProxies);
  addHeaders(app, trusted);
  openToForeignHosts(app, foreignHosts);
  if (isPreview) {
    // After all other headers.
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers(PREVIEW_HEADERS);
      done();
    });
  }
  await proxyBackend(app, backendUrl, {
    allowed: followCalls(source),
    ...(options.tellRefused && { tellRefused: options.tellRefused }),
    trustedProxies,
    takesForms,
  });
  if (!isPreview) answerHealth(app, source, backendUrl, options.directory);
  serveAssets(app, contents);
  const remember = answerFromMemory(app, { source, contents, trusted });
  const answerPage = servePages(app, source, contents, remember);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send('Only GET and HEAD are answered here.\n');
    return answerPage(request, reply);
  });
  // What went wrong is for the operator; visitors learn nothing of paths and files.
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode && error.statusCode < 500) return reply.send(error);
    reply.code(500).header('cache-control', 'no-store');
    if (options.explain) return options.explain(error, reply);
    failures.tell(error);
    return reply.type('text/plain').send('The site cannot answer now.\n');
  });
  return app;
}

function addHeaders(app: FastifyInstance, trusted: ReturnType<typeof addressList>): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(FILE_HEADERS);
    if (readVisitor(request.socket.remoteAddress ?? '', request.headers, trusted).isSecure)
      reply.header('strict-transport-security', TRANSPORT_SECURITY);
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    // Only a form has a body whose length may be unknown.
    const isEndless = encoding !== undefined && request.method !== 'POST';
    if (isEndless || Number(length) > BODY_LIMIT)
      void reply.code(413).header('connection', 'close').send('Too much.\n');
    else done();
  });
}

/**
 * CORP cannot name a site, so CORS refuses the others: they can read neither the manifest nor anything that is asked for
 * with integrity.
 */
function openToForeignHosts(app: FastifyInstance, hosts: readonly string[]): void {
  for (const host of hosts) {
    if (/^https?:[\w./:[\]-]+$/.test(host) && URL.canParse(host) && new URL(host).origin === host) continue;
    throw new Error(
      `"${host}" is not an origin. Write the other site's as browsers do, without a path or a slash at the end: https://www.example.org.`,
    );
  }
  if (hosts.length === 0) return;
  // After all other headers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode < 400 && FOR_FOREIGN_HOSTS.test(request.raw.url ?? '')) {
      const { origin = '' } = request.headers;
      reply.headers({
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-encoding, origin',
        ...(hosts.includes(origin) && { 'access-control-allow-origin': origin }),
      });
    }
    done();
  });
}
