import { BlockList, isIP } from 'node:net';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANSWER_LIMIT, BODY_LIMIT } from './limits';
import { FILE_HEADERS } from './securityHeaders';
import { VISITOR_CALL } from './visitorCall';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers of a visitor that the backend needs; all others, cookies and credentials among them, stop here. */
export const FORWARDED_HEADERS = [
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
export const WITHHELD_HEADERS = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'x-frame-options',
  'x-xss-protection',
];

/**
 * Passes the visitors' calls to the backend.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`; without it every call is answered 502
 * @param limit how long the backend may take to answer, milliseconds; then the call is answered 502
 */
export async function proxyBackend(
  app: FastifyInstance,
  backendUrl: string | undefined,
  limit = ANSWER_LIMIT,
): Promise<void> {
  await app.register(replyFrom, {
    ...(backendUrl && { base: backendUrl }),
    // Any number: else those who take their pictures drop by drop would keep every form waiting.
    undici: { headersTimeout: limit, bodyTimeout: limit, connections: null },
    disableRequestLogging: true,
  });
  // Bodies go through as they are; only their size matters here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );

  app.all('/api', answer);
  app.all('/api/*', answer);

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = ''] = (request.raw.url ?? '').split('?');
    // The router has decoded it, which nobody asked for.
    if (!/^\/api(?:\/|$)/.test(path)) {
      reply.callNotFound();
      return reply;
    }
    if (!VISITOR_CALL.test(`${request.method} ${path}`))
      return refuse(reply, 404, "The requested resource wasn't found.");
    return backendUrl ? forward(path, request, reply) : unavailable(reply);
  }
}

/** The query follows by itself, as it was sent. */
function forward(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body } = request;
  return reply.from(path, {
    ...(Buffer.isBuffer(body) && {
      body,
      contentType: request.headers['content-type'] ?? 'application/json',
    }),
    rewriteRequestHeaders: (_request, headers) => ({
      ...Object.fromEntries(
        FORWARDED_HEADERS.flatMap((name) => (name in headers ? [[name, headers[name]]] : [])),
      ),
      'x-real-ip': visitorAddress(request),
    }),
    rewriteHeaders: (headers) => ({
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !WITHHELD_HEADERS.includes(name))),
      ...FILE_HEADERS,
    }),
    // A backend that has too much to do must not be asked ten times more, which is the default.
    retryDelay: () => null,
    onError: (failed) => void unavailable(failed as FastifyReply),
  });
}

/**
 * The address of whoever asks: what trusted proxies say of it (§6), as far as that is an address; never loopback,
 * which means somebody at this machine. Without their word, the address of the connection.
 */
function visitorAddress({ ip, ips = [], socket }: FastifyRequest): string {
  const address = ips.findLast((one) => isIP(one) > 0) ?? ip;
  const isLoopback = LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return isLoopback ? (socket.remoteAddress ?? ip) : address;
}

function unavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply, 502, 'The backend does not answer.');
}

/** Answers as the backend does when it refuses. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}
