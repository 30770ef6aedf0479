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

export const LIMITS = {
  http: {
    // Both timeouts are set, because Node applies the larger of the two to the whole request. The interval is set, because
    // by default, Node checks the timeouts only every 30 s.
    requestTimeout: REQUEST_LIMIT,
    headersTimeout: REQUEST_LIMIT,
    connectionsCheckingInterval: 1000,
  },
  /** How long a connection may be silent during a request, in milliseconds. */
  idle: 2 * REQUEST_LIMIT,
  /**
   * How long a connection stays open between requests, in milliseconds. Proxies keep idle connections for a shorter time
   * (nginx for 60 s, Caddy for 2 min), so it is always the proxy that closes them. If this server closed an idle
   * connection just as a form was being sent over it, the form could be lost.
   */
  keepAlive: 130_000,
};

/** How long pending requests may take after the site has begun to close, in milliseconds. */
const CLOSE_LIMIT = 5000;

const PREVIEW_MEMORY = 8 * 1024 * 1024;

const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface SiteOptions {
  /**
   * The URL of PocketBase, which receives submissions and provides original files. Without it, submissions and requests for
   * files get status 502.
   */
  backendUrl?: string | undefined;
  /** How long PocketBase may be silent before a request to it fails, in milliseconds. */
  backendLimit?: number;
  /** The IP addresses and ranges of the proxies whose `X-Forwarded-For` headers are trusted. */
  trustedProxies?: readonly string[];
  /** The origins of other sites that may load the remotes; none by default. */
  foreignHosts?: readonly string[];
  /**
   * Set if the site is a preview. A preview is not indexed, refuses forms and reports, and has no health checks. Requests
   * for a page that the preview lacks are redirected to the live site at `liveOrigin`. The backend receives `fileHeaders`
   * with each request for a file.
   */
  preview?: { liveOrigin: string; fileHeaders?: Record<string, string> };
  /**
   * Counts the reports that pages send when visitors leave them. Without a field, reports are accepted but not counted.
   * Closing the site also closes the field.
   */
  field?: Field | undefined;
  /** Whether forms are passed on to the backend; true by default, except in previews. */
  takesForms?: boolean;
  /** A directory on the disk whose free space `GET /health` checks; `/` by default. */
  directory?: string;
  /** Receives failure messages, each distinct message only once; `console.error` by default. */
  log?: (line: string) => void;
  /** For development only. If set, the site refuses all requests whose `Host` header does not name this machine. */
  development?: {
    /** Returns an HTML page that explains a failure. */
    explain: (error: Error) => string;
    /** Returns a message that explains why the release has no answer to a read. */
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
 * | `/api/files/…` of a collection that the release has read | GET, HEAD | none, or only `thumb` | PocketBase's file |
 * | `/api/collections/<form>/records` | POST | none | PocketBase's response; 503 `no-store` if too many forms are in progress |
 * | any other `/api/…` | GET, HEAD | as the release has read it | the backend's answer, 200 `no-cache` with an ETag; otherwise 404 |
 * | `/assets/…` | GET, HEAD | any | the file, cached for a year; 302 for a picture's copy that has not been made yet |
 * | `/field` | POST | any | 204 `no-store`; 403 from another site, 413 if longer than 2 KB, 400 if the body is not a report; not in previews |
 * | `/health` | GET, HEAD | any | 200 if all checks pass, otherwise 503, `no-store` |
 * | `/health/live` | GET, HEAD | any | 200 if a release is served, otherwise 503, `no-store` |
 * | `/release.json` | GET, HEAD | any | the release manifest for open tabs, `no-store` |
 * | a file or page of the release | GET, HEAD | any | 200 `no-cache` with an ETag |
 * | a variant spelling of a page's URL | GET, HEAD | kept | 308 |
 * | a page's former URL | GET, HEAD | kept, unless the new URL has one | 308 |
 * | a page that could not be rendered, but has an older version | GET, HEAD | any | that version, 200 `no-cache` with an ETag |
 * | a page that could not be rendered and has no older version | GET, HEAD | any | the pattern's page, 200 `no-store` |
 * | any other URL under a pattern whose entries are known | GET, HEAD | any | the pattern's page, 404 `no-store` |
 * | any other URL under a pattern whose entries are unknown | GET, HEAD | any | the pattern's page, 200 `no-cache` with an ETag |
 * | any other URL | GET, HEAD | any | the 404 page, 404 `no-store`; in previews without a 404 page, 302 to the live site |
 *
 * A request may take up to 15 s to arrive, and its body may be up to 128 KB long. Only the body of a POST may have an
 * unknown length. When the server is closed, pending requests have up to 5 s to complete.
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
    // A page cannot contain the hashes of hot updates that are built later, so development requires no integrity hashes.
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
    // In development, there is no limit (0), because a request may have to wait for webpack.
    connectionTimeout: development ? 0 : LIMITS.idle,
    keepAliveTimeout: LIMITS.keepAlive,
    return503OnClosing: false,
    // Queries are not parsed: no route reads parsed parameters, and a 15 KB query may contain thousands of them.
    routerOptions: { querystringParser: () => ({}) },
    rewriteUrl: ({ url }) => siteAddress(url ?? '/'),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
  });
  // Fastify must not read bodies: `forwardForms` and `takeReports` read a body only after they have checked the
  // rest of the request.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  finishOnClose(app);
  if (development) refuseOtherHosts(app);
  app.addHook('onClose', () => source.close());
  app.addHook('onClose', () => options.field?.close());
  // This hook adds security headers to every response that Fastify sends; `serveRelease` and `fail` bypass Fastify. A header
  // that the response already has is kept, unless `overrides` replaces it. In development, for example, pages from the live
  // site have their own security headers.
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

  /** The response describes the error only in development, because error messages may contain file paths. */
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
 * Lets a closing site complete its pending requests, up to the time limit. Then closes all connections, because Node would
 * wait for clients to close connections on which they have never sent a request.
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
    // `setImmediate` waits until the server no longer listens. After that, no new connection can be opened.
    setImmediate(closeIfIdle);
    done();
  });
}

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
 * Throws an error if a foreign host is not an origin. Foreign hosts are compared with the `Origin` header of requests, so
 * any other value would match no site.
 *
 * `cross-origin-resource-policy` (CORP) cannot name individual sites: if any foreign host is listed, CORP admits every site.
 * In that case, unlisted sites are restricted only by CORS: they can read neither the manifest nor any file that they load
 * with an integrity hash.
 */
function assertOrigin(host: string): void {
  if (/^https?:[\w./:[\]-]+$/.test(host) && URL.canParse(host) && new URL(host).origin === host) return;
  throw new Error(
    `"${host}" is not an origin. Write the origin of the other site without a path or a final slash: https://www.example.org.`,
  );
}
