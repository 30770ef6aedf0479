import { errorMessage } from '@site/shared/node/errorMessage';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { logOnce } from '@site/shared/node/logOnce';
import type { Field } from '../field/openField';
import { answerHealth } from './answerHealth';
import { contentCache } from './contentCache';
import { forwardFiles } from './forwardFiles';
import { forwardForms } from './forwardForms';
import { openAnswers } from './openAnswers';
import { FILE_HEADERS, PREVIEW_HEADERS } from './securityHeaders';
import { refuseOtherHosts } from './refuseOtherHosts';
import { rawHeaders } from './sendFile';
import { serveRelease } from './serveRelease';
import { siteAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';
import { takeReports } from './takeReports';

/** How long a client may take to send its request, in milliseconds. */
const REQUEST_LIMIT = 15_000;

/** The time limits of connections. */
export const LIMITS = {
  http: {
    // Both timeouts are set, because Node applies the larger one. By default, Node checks them only every 30 s.
    requestTimeout: REQUEST_LIMIT,
    headersTimeout: REQUEST_LIMIT,
    connectionsCheckingInterval: 1000,
  },
  /** How long a connection may be silent during a request, in milliseconds. */
  idle: 2 * REQUEST_LIMIT,
  /**
   * How long a connection without a request stays open, in milliseconds. Proxies close such a connection earlier (nginx
   * after 60 s, Caddy after 2 min), so this server never closes a connection while a form is on its way.
   */
  keepAlive: 130_000,
};

/** How long pending requests may take after the site has begun to close, in milliseconds. */
const CLOSE_LIMIT = 5000;

/** The size limit of a preview's content cache, in bytes. */
const PREVIEW_MEMORY = 8 * 1024 * 1024;

/** The `cache-control` header of assets, whose content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface SiteOptions {
  /** The URL of PocketBase, which receives forms and provides original files. Without this URL, both get status 502. */
  backendUrl?: string | undefined;
  /** How long PocketBase may take to answer, in milliseconds. */
  backendLimit?: number;
  /** Addresses and ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** The origins of other sites that may load the remotes; by default none. */
  foreignHosts?: readonly string[];
  /**
   * Present if the site is a preview. A preview is not indexed, refuses forms, and has no health checks. If it lacks a
   * page, it redirects to the live site. The backend receives `fileHeaders` with each request for a file.
   */
  preview?: { liveOrigin: string; fileHeaders?: Record<string, string> };
  /**
   * Counts the reports that pages send when visitors leave them; absent if nothing is counted. Closing the site closes it
   * too.
   */
  field?: Field | undefined;
  /** Whether forms are passed on to the backend; true by default, except in previews. */
  takesForms?: boolean;
  /** A directory on the disk whose free space `GET /health` checks. */
  directory?: string;
  /** Receives one line about each kind of failure. */
  log?: (line: string) => void;
  /** Options for development only. With them, the site responds only to requests for this machine's own names. */
  development?: {
    /** Returns the HTML that explains a failure. */
    explain: (error: Error) => string;
    /** Explains a read that the release does not answer. */
    describeUnread: (address: string) => string;
  };
}

/**
 * Creates the site's web server. It serves the live release, and passes forms on to the backend. Production, previews,
 * development and tests all use this server, each with its own source. The server does not listen yet. Closing the server
 * also closes the source.
 *
 * | URL | methods | query | response |
 * | --- | --- | --- | --- |
 * | `/api/files/…` of a collection that the release has read | GET, HEAD | none, or a thumb | PocketBase's file |
 * | `/api/collections/<form>/records` | POST | none | PocketBase's response; 503 `no-store` if too many forms are in progress |
 * | any other `/api/…` | GET, HEAD | as the release has read it | the backend's answer, 200 `no-cache` with an ETag; else 404 |
 * | `/assets/…` | GET, HEAD | any | the file, cached for a year; 302 for a picture's copy that has not been made yet |
 * | `/field` | POST | any | 204 `no-store`; 403 from another site, 413 above 2 KB, 400 if the body is not a report; not in previews |
 * | `/health` | GET, HEAD | any | 200 if all checks pass, else 503, `no-store` |
 * | `/health/live` | GET, HEAD | any | 200 if a release is served, else 503, `no-store` |
 * | `/release.json` | GET, HEAD | any | the release manifest for open tabs, `no-store` |
 * | a file or page of the release | GET, HEAD | any | 200 `no-cache` with an ETag |
 * | a variant spelling of a page's URL | GET, HEAD | kept | 308 |
 * | a page that could not be rendered | GET, HEAD | any | its last version; if there is none, the pattern's page, 200 `no-store` |
 * | any other URL below a pattern | GET, HEAD | any | the pattern's page; if its entries are known, 404 `no-store` |
 * | any other URL | GET, HEAD | any | the 404 page, 404 `no-store` |
 *
 * Limits: 15 s for a request, 128 KB for a body. Only the body of a POST may have an unknown length. When the server is
 * closed, pending requests are first completed, for up to 5 s.
 *
 * @throws Error if a foreign host is not an origin
 */
export async function createSite(source: SiteSource, options: SiteOptions = {}): Promise<FastifyInstance> {
  const { backendLimit: limit, trustedProxies = [], foreignHosts = [] } = options;
  // The URL may come from an environment variable that is set but empty.
  const backendUrl = options.backendUrl || undefined;
  const { preview, takesForms = !preview, development, log = console.error } = options;
  for (const host of foreignHosts) assertOrigin(host);
  const overrides = {
    ...(preview && PREVIEW_HEADERS),
    // In development, hot updates are built after the page, so the page cannot contain their integrity hashes.
    ...(development && { 'integrity-policy': '' }),
  };
  const answers = openAnswers(source, overrides);
  const isAnswer = (key: string) => /^(?:data|records)\//.test(key);
  const contents = contentCache(
    (key) => (isAnswer(key) ? answers.read(key) : source.read(key)),
    preview ? PREVIEW_MEMORY : undefined,
  );
  const app = fastify({
    requestTimeout: REQUEST_LIMIT,
    http: LIMITS.http,
    // In development, a request may wait for webpack.
    connectionTimeout: development ? 0 : LIMITS.idle,
    keepAliveTimeout: LIMITS.keepAlive,
    return503OnClosing: false,
    // No route reads parsed query parameters. Parsing them would be wasteful: a query of 15 KB may have thousands.
    routerOptions: { querystringParser: () => ({}) },
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
  });
  // `forwardForms` reads the body of a form itself, once it has accepted the form.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  finishOnClose(app);
  if (development) refuseOtherHosts(app);
  app.addHook('onClose', () => source.close());
  app.addHook('onClose', () => options.field?.close());
  // Runs for every response except those of `serveRelease`. Headers that a response already has are kept: in development,
  // pages of the live site come with their own.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ ...FILE_HEADERS, ...reply.getHeaders(), ...overrides });
    done();
  });

  const live = () => source.live();
  await app.register(forwardForms, { backendUrl, live, takesForms, limit });
  await app.register(forwardFiles, { backendUrl, live, answers, limit, headers: preview?.fileHeaders });
  if (!preview) takeReports(app, { live, field: options.field });
  if (preview) refuseHealth(app);
  else answerHealth(app, source, backendUrl, options.directory);
  const once = logOnce(log);
  const answerPage = serveRelease(app, {
    source,
    contents,
    answers,
    overrides,
    foreignHosts,
    liveOrigin: preview?.liveOrigin,
    assetCaching: development ? 'no-cache' : IMMUTABLE,
    describeUnread: development?.describeUnread,
    fail,
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send('Only GET and HEAD are allowed here.\n');
    return answerPage(request, reply);
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode && error.statusCode < 500) return reply.send(error);
    fail(error, reply.hijack());
    return reply;
  });
  return app;

  /** Responds with status 500. Only the operator may see the error, because it may name paths and files. */
  function fail(error: unknown, { raw }: FastifyReply): void {
    once.log(errorMessage(error).replace(/\?\S*/g, ''));
    if (raw.headersSent) {
      raw.destroy();
      return;
    }
    const explained = development?.explain(error instanceof Error ? error : new Error(errorMessage(error)));
    const body = explained ?? 'The site cannot answer now.\n';
    const headers = {
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': `${explained === undefined ? 'text/plain' : 'text/html'}; charset=utf-8`,
    };
    raw.writeHead(500, rawHeaders(explained === undefined ? FILE_HEADERS : {}, headers, overrides));
    raw.end(raw.req.method === 'HEAD' ? undefined : body);
  }
}

/**
 * Lets a closing site complete its pending requests. Then, or after the limit, all connections are closed, because Node
 * itself would wait for connections that have never sent a request.
 */
function finishOnClose(app: FastifyInstance): void {
  const { server } = app;
  let pending = 0;
  let isClosing = false;
  const closeIfIdle = () => {
    if (isClosing && pending === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    pending += 1;
    response.once('close', () => {
      pending -= 1;
      closeIfIdle();
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT).unref();
    // By the time this runs, the server no longer listens.
    setImmediate(closeIfIdle);
    done();
  });
}

/** Responds to a monitor that is pointed at a preview by mistake. */
function refuseHealth(app: FastifyInstance): void {
  for (const path of ['/health', '/health/live'])
    app.get(path, (_request, reply) =>
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send('Previews have no health checks. Ask the live site.\n'),
    );
}

/**
 * Refuses a host that is not an origin. Only CORS can exclude the sites that are not listed, because CORP cannot name sites
 * and so admits all of them. Excluded sites can read neither the manifest nor any file that they load with an integrity
 * hash.
 */
function assertOrigin(host: string): void {
  if (/^https?:[\w./:[\]-]+$/.test(host) && URL.canParse(host) && new URL(host).origin === host) return;
  throw new Error(
    `"${host}" is not an origin. Write the origin of the other site without a path or a final slash: https://www.example.org.`,
  );
}
