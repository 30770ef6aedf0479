import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { followCalls } from './allowedCalls';
import { answerFromMemory } from './answerFromMemory';
import { answerHealth } from './answerHealth';
import { BODY_LIMIT } from './boundBodies';
import { contentCache } from './contentCache';
import { drainOnClose } from './drainOnClose';
import { failureLog } from './failureLog';
import { openUpstream, type Upstream } from './openUpstream';
import { proxyBackend, type ProxyOptions } from './proxyBackend';
import { addressList, readVisitor } from './readVisitor';
import { FILE_HEADERS, PREVIEW_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';
import { serveAssets } from './serveAssets';
import { servePages } from './servePages';
import { siteAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';

/** How long a client may take to send its request, in milliseconds. */
const REQUEST_LIMIT = 15_000;

/**
 * How long an idle connection stays open, in milliseconds. Proxies close idle connections earlier (nginx after 60 s,
 * Caddy after 2 min), so this server never closes a connection while a form is on its way.
 */
const KEEP_ALIVE = 130_000;

/** The URLs that foreign hosts may load: builds, the manifests of the live remotes, and the live base styles. */
const FOR_FOREIGN_HOSTS = /^\/(?:assets\/|remotes\/(?:[\w-]+\/mf-manifest\.json|base\.css)(?:\?|$))/;

/** The size limit of a preview's content cache, in bytes. */
const PREVIEW_MEMORY = 8 * 1024 * 1024;

interface SiteOptions extends Omit<ProxyOptions, 'allowed'> {
  /** The URL of PocketBase. Without it, every call to the backend is answered with 502. */
  backendUrl?: string | undefined;
  /** A backend connection that several sites share. The caller closes the connection. */
  upstream?: Upstream | undefined;
  /** The origins of other sites that may load the remotes; by default none. */
  foreignHosts?: readonly string[];
  /** Whether the site is a preview: it is not indexed, refuses forms and has no health checks. */
  isPreview?: boolean;
  /** A directory on the disk whose free space `GET /health` checks. */
  directory?: string;
  /** Answers a failed request with status 500. By default the error is logged and hidden from visitors. */
  explain?: (error: Error, reply: FastifyReply) => FastifyReply;
}

/**
 * Creates the site's web server. It serves the pages of the live release, immutable assets, and the visitors' calls to
 * the backend. Production, previews, development and tests all use it, each with its own source. The server does not
 * listen yet. Closing the server also closes the source.
 *
 * | URL | methods | query | response |
 * | --- | --- | --- | --- |
 * | `/api/…` | as declared by the live release | as declared | the backend's response, up to a second old for a read; 503 `no-store` if too many calls are in progress |
 * | `/assets/…` | GET, HEAD | any | the file, cached for a year; 302 for a picture's copy that has not been made yet |
 * | `/health` | GET, HEAD | any | 200 if all checks pass, else 503, `no-store` |
 * | `/health/live` | GET, HEAD | any | 200 if a release is served, else 503, `no-store` |
 * | `/release.json` | GET, HEAD | any | the release manifest for open tabs, `no-store` |
 * | a file or page of the release | GET, HEAD | any | 200 `no-cache` with an ETag |
 * | a variant spelling of a page's URL | GET, HEAD | kept | 308 |
 * | a page that could not be rendered | GET, HEAD | any | its last version; if there is none, the pattern's page, 200 `no-store` |
 * | any other URL below a pattern | GET, HEAD | any | the pattern's page; if its entries are known, 404 `no-store` |
 * | any other URL | GET, HEAD | any | the 404 page, 404 `no-store` |
 *
 * Limits: 15 s for a request, 128 KB for a body, 1000 characters for the URL of a call. Only a form's body may have an
 * unknown length. Closing the server first completes pending requests, for up to 5 s.
 *
 * @throws Error if a foreign host is not an origin
 */
export async function createSite(source: SiteSource, options: SiteOptions = {}): Promise<FastifyInstance> {
  const { backendUrl, trustedProxies = [], foreignHosts = [], isPreview = false } = options;
  const { takesForms = !isPreview } = options;
  const failures = failureLog();
  const contents = contentCache((key) => source.read(key), isPreview ? PREVIEW_MEMORY : undefined);
  const ownUpstream =
    backendUrl && !options.upstream
      ? openUpstream(backendUrl, { onFault: (fault) => failures.report(fault) })
      : undefined;
  const app = fastify({
    requestTimeout: REQUEST_LIMIT,
    // By default, Node would apply the larger of `requestTimeout` and `headersTimeout`, and check only every 30 s.
    http: {
      requestTimeout: REQUEST_LIMIT,
      headersTimeout: REQUEST_LIMIT,
      connectionsCheckingInterval: 1000,
    },
    connectionTimeout: 2 * REQUEST_LIMIT,
    keepAliveTimeout: KEEP_ALIVE,
    return503OnClosing: false,
    // No route reads parsed parameters, and a query of 15 KB has thousands of them.
    routerOptions: { querystringParser: () => ({}) },
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
  });
  drainOnClose(app);
  app.addHook('onClose', async () => {
    await ownUpstream?.close();
    failures.close();
    await source.close();
  });
  const trusted = addressList(trustedProxies);
  addHeaders(app, trusted);
  openToForeignHosts(app, foreignHosts);
  if (isPreview) {
    // This hook runs last, so that its headers override all others.
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers(PREVIEW_HEADERS);
      done();
    });
  }
  proxyBackend(app, options.upstream ?? ownUpstream, {
    allowed: followCalls(source),
    ...(options.onRefused && { onRefused: options.onRefused }),
    trustedProxies,
    takesForms,
  });
  if (isPreview) refuseHealth(app);
  else answerHealth(app, source, backendUrl, options.directory);
  serveAssets(app, contents);
  const remember = answerFromMemory(app, { source, contents, trusted });
  const answerPage = servePages(app, source, contents, remember);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send('Only GET and HEAD are allowed here.\n');
    return answerPage(request, reply);
  });
  // Only the operator may see errors, because they may name paths and files.
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode && error.statusCode < 500) return reply.send(error);
    reply.code(500).header('cache-control', 'no-store');
    if (options.explain) return options.explain(error, reply);
    failures.report(error);
    return reply.type('text/plain').send('The site cannot answer now.\n');
  });
  return app;
}

/** Answers a monitor that is pointed at a preview by mistake. */
function refuseHealth(app: FastifyInstance): void {
  for (const path of ['/health', '/health/live'])
    app.get(path, (_request, reply) =>
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send('Previews have no health checks. Ask the live site.\n'),
    );
}

function addHeaders(app: FastifyInstance, trusted: ReturnType<typeof addressList>): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(FILE_HEADERS);
    if (readVisitor(request.socket.remoteAddress ?? '', request.headers, trusted).isSecure)
      reply.header('strict-transport-security', TRANSPORT_SECURITY);
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    // Only a form's body may have an unknown length.
    const isUnbounded = encoding !== undefined && request.method !== 'POST';
    if (isUnbounded || Number(length) > BODY_LIMIT)
      void reply.code(413).header('connection', 'close').send('Payload too large.\n');
    else done();
  });
}

/**
 * Lets the named sites load the remotes. CORP cannot name sites, so it admits every site. CORS refuses all sites that are
 * not named: they can read neither the manifest nor any file that they load with an integrity hash.
 */
function openToForeignHosts(app: FastifyInstance, hosts: readonly string[]): void {
  for (const host of hosts) {
    if (/^https?:[\w./:[\]-]+$/.test(host) && URL.canParse(host) && new URL(host).origin === host) continue;
    throw new Error(
      `"${host}" is not an origin. Write the origin of the other site without a path or a final slash: https://www.example.org.`,
    );
  }
  if (hosts.length === 0) return;
  // This hook runs last, so that its headers override all others.
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
