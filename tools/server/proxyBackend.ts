import type { IncomingHttpHeaders } from 'node:http';
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

/** When whoever finds the backend busy may come back. Seconds. */
const COME_BACK = '5';

export interface ProxyOptions {
  /** What visitors may ask at the moment. By default only how the backend is. */
  allowed?: () => Promise<AllowedCalls>;
  /** Told of a call that is not allowed. */
  tellRefused?: (line: string) => void;
  /** Addresses and ranges of the proxies in front whose X-Forwarded-For and X-Forwarded-Proto count. */
  trustedProxies?: readonly string[];
  /** Whether forms reach the backend; by default they do. */
  takesForms?: boolean;
}

/**
 * Headers of a visitor that the backend needs; all others, cookies and credentials among them, stop here. A read has none
 * of them, so that it is the same for everybody.
 */
const FORWARDED_HEADERS = {
  file: ['accept', 'if-modified-since', 'range'],
  form: ['accept', 'accept-language'],
} as const;

/**
 * Headers of the backend's answer that stay here: those about its connection to this server, those that would
 * contradict ours, and CORS, because visitors ask from this site alone.
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
 * Passes the visitors' calls to the backend.
 *
 * @param upstream leads to PocketBase; without it every call is answered 502
 */
export function proxyBackend(
  app: FastifyInstance,
  upstream: Upstream | undefined,
  {
    allowed = () => Promise.resolve(allowedCalls({ calls: [] })),
    tellRefused,
    trustedProxies = [],
    takesForms = true,
  }: ProxyOptions = {},
): void {
  const trusted = addressList(trustedProxies);
  // Bodies are read by what answers a form, and by nothing else.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  app.all('/api', { onRequest: judge }, answer);
  app.all('/api/*', { onRequest: judge }, answer);

  /** Before a body is read. */
  async function judge({ method, raw, headers, socket }: FastifyRequest, reply: FastifyReply) {
    const { path, query } = splitAddress(raw.url);
    if (!isCall(path)) return undefined;
    const { isSecure } = readVisitor(socket.remoteAddress ?? '', headers, trusted);
    const current = await allowed().catch(() => undefined);
    if (!current) return refuse(reply, 503, 'The site cannot answer now.');
    const status = refusalOf({ method, path, query, headers, isSecure }, current);
    if (status === 400 || status === 404) tellRefused?.(describeRefused(`${method} ${path}${query}`, status));
    if (status !== undefined) return refuse(reply, status, REFUSALS[status]);
    if (method === 'POST' && !takesForms)
      return refuse(reply, 403, 'This site is only looked at, and takes no forms.');
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
      const passed = { url, headers: { ...passedOn(headers, FORWARDED_HEADERS.file), ...realIp } };
      return streamFile(upstream, { ...passed, method: method === 'HEAD' ? 'HEAD' : 'GET' }, asker, reply);
    }
    if (method !== 'POST') {
      const passed = { url, headers: { accept: 'application/json', ...realIp } };
      return sendAnswer(await upstream.read(passed, asker), reply);
    }
    const body = await upstream.readBody(raw, asker.visitor);
    if (body === undefined) return reply;
    if (body === 413) return refuse(endConnection(reply), 413, 'The form is too long. Shorten it.');
    if (body === 503) return fail(endConnection(reply), 'busy');
    const form = {
      ...passedOn(headers, FORWARDED_HEADERS.form),
      ...{ 'content-type': 'application/json', ...realIp },
    };
    const outcome = await upstream
      .post({ url, headers: form, body: body.bytes }, asker)
      .finally(body.release);
    return sendAnswer(outcome, reply);
  }
}

function describeRefused(call: string, status: 400 | 404): string {
  const what = status === 400 ? 'with this query' : 'at all';
  return `${call} was answered ${status}: no remote declares this call ${what}. Add it to the calls in the remote.config.ts of the remote whose page makes it.`;
}

/** The router has decoded the path before it chose the route: what was sent must begin like a call, too. */
function isCall(path: string): boolean {
  return /^\/api(?:\/|$)/.test(path);
}

function isFile(path: string): boolean {
  return path.startsWith('/api/files/');
}

/** Aborted when the visitor has left. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function passedOn(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (name in headers ? [[name, String(headers[name])]] : [])),
  );
}

/** The headers of an answer of the backend that reach the visitor. */
function sentBack(headers: IncomingHttpHeaders): Record<string, string | string[] | undefined> {
  const passed = Object.entries(headers).filter(([name]) => !WITHHELD_HEADERS.includes(name));
  return { ...Object.fromEntries(passed), ...FILE_HEADERS };
}

/** Sends an answer from memory, for as long as there is room for those who take it slowly. */
function sendAnswer(outcome: Answer | Failure, reply: FastifyReply): FastifyReply {
  if (typeof outcome === 'string') return fail(reply, outcome);
  const { status, headers, body, lend } = outcome;
  // Anything else comes from something between, or from a broken backend.
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return fail(reply, 'unavailable');
  if (reply.raw.closed) return reply;
  reply.raw.once(
    'close',
    lend(() => reply.raw.destroy()),
  );
  return reply.code(status).headers(sentBack(headers)).send(body);
}

async function streamFile(
  upstream: Upstream,
  passed: Parameters<Upstream['stream']>[0],
  asker: Asker,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const stream = await upstream.stream(passed, asker);
  if (typeof stream === 'string') return fail(reply, stream);
  const { response, end } = stream;
  if (reply.raw.closed) {
    end();
    // It says that it was not read to its end.
    response.body.on('error', () => undefined).destroy();
    return reply;
  }
  reply.raw.once('close', end);
  const { 'content-length': length } = response.headers;
  return reply
    .code(response.statusCode)
    .headers({ ...sentBack(response.headers), ...(length !== undefined && { 'content-length': length }) })
    .send(response.body);
}

function fail(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure === 'unavailable') return refuse(reply, 502, 'The backend does not answer.');
  return refuse(
    reply.header('retry-after', COME_BACK),
    503,
    'Too many calls at once. Try again in a moment.',
  );
}

/** So that what is still being sent is not read. */
function endConnection(reply: FastifyReply): FastifyReply {
  return reply.header('connection', 'close');
}

/** Answers as the backend does when it refuses. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}
