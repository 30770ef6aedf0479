import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedCalls, type AllowedCalls } from './allowedCalls';
import { networkOf } from './networkOf';
import type { Upstream } from './openUpstream';
import { addressList, readVisitor } from './readVisitor';
import type { Answer, Failure } from './receiveAnswer';
import { REFUSALS, refusalOf } from './refusalOf';
import { FILE_HEADERS } from './securityHeaders';
import type { Asker } from './shareReads';
import { splitAddress } from './siteAddress';

/** The `Retry-After` of a response when the backend is busy, in seconds. */
const RETRY_AFTER = '5';

export interface ProxyOptions {
  /** The calls that are allowed now. By default, only the health check is allowed. */
  allowed?: () => Promise<AllowedCalls>;
  /** Called with a message about each call that is not allowed. */
  onRefused?: (line: string) => void;
  /** Addresses and ranges of the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustedProxies?: readonly string[];
  /** Whether forms are forwarded to the backend; by default they are. */
  takesForms?: boolean;
}

/**
 * The request headers that are forwarded. All others are dropped, including cookies and credentials. A read forwards none
 * of the visitor's headers, so that visitors can share its response.
 */
const FORWARDED_HEADERS = {
  file: ['accept', 'if-modified-since', 'range'],
  form: ['accept', 'accept-language'],
} as const;

/**
 * The response headers that are not passed on: hop-by-hop headers, and headers that would contradict ours. CORS
 * headers are not passed on either, because only this site's own pages call the backend.
 */
const WITHHELD_HEADERS = [
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'x-frame-options',
  'x-xss-protection',
];

const JSON_TYPE = /^application\/json(?:;|$)/i;

/**
 * Forwards the visitors' calls to the backend.
 *
 * @param upstream the connection to PocketBase. Without it, every call is answered with 502
 */
export function proxyBackend(
  app: FastifyInstance,
  upstream: Upstream | undefined,
  {
    allowed = () => Promise.resolve(allowedCalls({ calls: [] })),
    onRefused,
    trustedProxies = [],
    takesForms = true,
  }: ProxyOptions = {},
): void {
  const trusted = addressList(trustedProxies);
  // Bodies are not parsed here: the handler of forms reads them itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  app.all('/api', { onRequest: judge }, answer);
  app.all('/api/*', { onRequest: judge }, answer);

  /** Refuses a call that is not allowed, before its body is read. */
  async function judge({ method, raw, headers, socket }: FastifyRequest, reply: FastifyReply) {
    const { path, query } = splitAddress(raw.url);
    if (!isCall(path)) return undefined;
    const { isSecure } = readVisitor(socket.remoteAddress ?? '', headers, trusted);
    const current = await allowed().catch(() => undefined);
    if (!current) return refuse(reply, 503, 'The site cannot answer now.');
    const status = refusalOf({ method, path, query, headers, isSecure }, current);
    if (status === 400 || status === 404) onRefused?.(describeRefused(`${method} ${path}${query}`, status));
    if (status !== undefined) return refuse(reply, status, REFUSALS[status]);
    if (method === 'POST' && !takesForms) return refuse(reply, 403, 'Forms are disabled in previews.');
    return undefined;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers, method, raw, socket } = request;
    const url = raw.url ?? '';
    const { path } = splitAddress(url);
    if (!isCall(path)) {
      reply.callNotFound();
      return reply;
    }
    if (!upstream) return fail(reply, 'unavailable');
    const { address } = readVisitor(socket.remoteAddress ?? '', headers, trusted);
    const asker = { visitor: networkOf(address), gone: goneSignal(reply) };
    const realIp = { 'x-real-ip': address };
    if (isFile(path)) {
      const forwarded = { ...pickHeaders(headers, FORWARDED_HEADERS.file), ...realIp };
      const fileMethod = method === 'HEAD' ? 'HEAD' : 'GET';
      return streamFile(upstream, { url, headers: forwarded, method: fileMethod }, asker, reply);
    }
    if (method !== 'POST') {
      const forwarded = { accept: 'application/json', ...realIp };
      return sendAnswer(await upstream.read({ url, headers: forwarded }, asker), reply);
    }
    const forwarded = {
      ...pickHeaders(headers, FORWARDED_HEADERS.form),
      'content-type': 'application/json',
      ...realIp,
    };
    return postForm(upstream, { url, headers: forwarded, request: raw }, asker, reply);
  }
}

async function postForm(
  upstream: Upstream,
  { url, headers, request }: { url: string; headers: Record<string, string>; request: IncomingMessage },
  asker: Asker,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = await upstream.readBody(request, asker.visitor);
  if (body === undefined) return reply;
  if (body === 413) return refuse(endConnection(reply), 413, 'The form is too long. Shorten it.');
  if (body === 503) return fail(endConnection(reply), 'busy');
  const outcome = await upstream.post({ url, headers, body: body.bytes }, asker).finally(body.release);
  return sendAnswer(outcome, reply);
}

function describeRefused(call: string, status: 400 | 404): string {
  const what = status === 400 ? 'this query' : 'this call';
  return `${call} was answered with ${status}: no remote declares ${what}. Add it to the calls in the remote.config.ts of the remote whose page makes it.`;
}

/** Whether a raw path is below `/api`. The router matches decoded paths, so it also accepts `/%61pi`. */
function isCall(path: string): boolean {
  return /^\/api(?:\/|$)/.test(path);
}

function isFile(path: string): boolean {
  return path.startsWith('/api/files/');
}

/** A signal that aborts when the visitor disconnects. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const present = names.filter((name) => name in headers);
  return Object.fromEntries(present.map((name) => [name, String(headers[name])]));
}

/** The headers of a backend response that are passed on to the visitor. */
function headersFor(headers: IncomingHttpHeaders): Record<string, string | string[] | undefined> {
  const passed = Object.entries(headers).filter(([name]) => !WITHHELD_HEADERS.includes(name));
  return { ...Object.fromEntries(passed), ...FILE_HEADERS };
}

/** Sends a response from memory. A slow visitor is disconnected if the memory is needed. */
function sendAnswer(outcome: Answer | Failure, reply: FastifyReply): FastifyReply {
  if (typeof outcome === 'string') return fail(reply, outcome);
  const { status, headers, body, lend } = outcome;
  // PocketBase answers with JSON. Anything else comes from a broken backend or an intermediary.
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return fail(reply, 'unavailable');
  if (reply.raw.closed) return reply;
  reply.raw.once(
    'close',
    lend(() => reply.raw.destroy()),
  );
  return reply.code(status).headers(headersFor(headers)).send(body);
}

async function streamFile(
  upstream: Upstream,
  request: Parameters<Upstream['stream']>[0],
  asker: Asker,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stream = await upstream.stream(request, asker);
  if (typeof stream === 'string') return fail(reply, stream);
  const { response, end } = stream;
  if (reply.raw.closed) {
    end();
    // The body emits an error because it was not read to its end.
    response.body.on('error', () => undefined).destroy();
    return reply;
  }
  reply.raw.once('close', end);
  const { 'content-length': length } = response.headers;
  return reply
    .code(response.statusCode)
    .headers({ ...headersFor(response.headers), ...(length !== undefined && { 'content-length': length }) })
    .send(response.body);
}

function fail(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure === 'unavailable') return refuse(reply, 502, 'The backend does not answer.');
  return refuse(
    reply.header('retry-after', RETRY_AFTER),
    503,
    'Too many requests at once. Try again in a moment.',
  );
}

/** Closes the connection after the response, so the rest of the request is not read. */
function endConnection(reply: FastifyReply): FastifyReply {
  return reply.header('connection', 'close');
}

/** Answers with an error in PocketBase's format. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}
