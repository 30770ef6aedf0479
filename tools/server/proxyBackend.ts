import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedCalls, type AllowedCalls } from './allowedCalls';
import { addressList, readVisitor } from './readVisitor';
import { REFUSALS, refusalOf } from './refusalOf';
import { FILE_HEADERS } from './securityHeaders';
import { splitAddress } from './siteAddress';

/** More than the largest valid request: 5000 code points, each written as an escaped surrogate pair. Bytes. */
export const BODY_LIMIT = 128 * 1024;

/** How long the backend may take to answer. Milliseconds. */
const ANSWER_LIMIT = 20_000;

export interface ProxyOptions {
  /** What visitors may ask at the moment. By default only how the backend is. */
  allowed?: () => Promise<AllowedCalls>;
  /** Told of a call that is not allowed. */
  tellRefused?: (line: string) => void;
  /** Addresses and ranges of the proxies in front whose X-Forwarded-For and X-Forwarded-Proto count. */
  trustedProxies?: readonly string[];
  /** Whether forms reach the backend; by default they do. */
  takesForms?: boolean;
  /** How long the backend may take to answer; then the call is answered 502. Milliseconds. */
  limit?: number;
}

/** Headers of a visitor that the backend needs; all others, cookies and credentials among them, stop here. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-modified-since',
  'range',
];

/**
 * Headers of the backend's answer that stay here: those about its connection to this server, those that would
 * contradict ours, and CORS, because visitors ask from this site alone.
 */
const WITHHELD_HEADERS = [
  'connection',
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
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`; without it every call is answered 502
 */
export async function proxyBackend(
  app: FastifyInstance,
  backendUrl: string | undefined,
  {
    allowed = () => Promise.resolve(allowedCalls({ calls: [] })),
    tellRefused,
    trustedProxies = [],
    takesForms = true,
    limit = ANSWER_LIMIT,
  }: ProxyOptions = {},
): Promise<void> {
  const trusted = addressList(trustedProxies);
  await app.register(replyFrom, {
    ...(backendUrl && { base: backendUrl }),
    // Any number: otherwise clients that read pictures slowly would keep all forms waiting.
    undici: { headersTimeout: limit, bodyTimeout: limit, connections: null },
    disableRequestLogging: true,
  });
  // Bodies go through as they are; only their size matters here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );

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

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { path } = splitAddress(request.raw.url);
    if (!isCall(path)) {
      reply.callNotFound();
      return reply;
    }
    if (!backendUrl) return unavailable(reply);
    const { address } = readVisitor(request.socket.remoteAddress ?? '', request.headers, trusted);
    return forward(path, address, request, reply);
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

/** The query is passed on as it was sent. */
function forward(path: string, address: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body } = request;
  // Any other answer comes from something between, or from a broken backend.
  let isOfBackend = true;
  return reply.from(path, {
    ...(Buffer.isBuffer(body) && {
      body,
      contentType: 'application/json',
    }),
    rewriteRequestHeaders: (_request, headers) => ({
      ...Object.fromEntries(
        FORWARDED_HEADERS.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])),
      ),
      'x-real-ip': address,
    }),
    rewriteHeaders: (headers) => {
      isOfBackend = path.startsWith('/api/files/') || JSON_TYPE.test(headers['content-type'] ?? '');
      const passed = Object.entries(headers).filter(
        ([name]) => isOfBackend && !WITHHELD_HEADERS.includes(name),
      );
      return { ...Object.fromEntries(passed), ...FILE_HEADERS };
    },
    onResponse: (_request, answered, { stream }) => {
      if (isOfBackend) return void (answered as FastifyReply).send(stream);
      stream.destroy();
      unavailable(answered as FastifyReply);
    },
    // A backend that has too much to do must not be asked ten times more, which is the default.
    retryDelay: () => null,
    onError: (failed) => void unavailable(failed as FastifyReply),
  });
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply, 502, 'The backend does not answer.');
}

/** Answers as the backend does when it refuses. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}
