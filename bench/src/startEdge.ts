import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import replyFrom from '@fastify/reply-from';
import fastify, { type FastifyReply } from 'fastify';
import type { Certificate } from './createCertificate';

/** What browsers talk to: the same for every subject, so that only the page differs. */
export interface Edge {
  /** Without a trailing slash. */
  origin: string;
  /** Makes every answer wait. Milliseconds; 0 for not at all. */
  setDelay(delay: number): void;
  stop(): Promise<void>;
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json)|image\/svg)/;

/** How long a server behind the edge may take. Milliseconds. */
const ANSWER_LIMIT = 20_000;

/**
 * An HTTP/2 server with TLS in front of a subject's own server. What that sends uncompressed is compressed with
 * brotli at the highest quality, once.
 *
 * @param upstream the subject's own server, without a trailing slash
 */
export async function startEdge(upstream: string, { key, cert }: Certificate): Promise<Edge> {
  let delay = 0;
  const compressed = new Map<string, Promise<Buffer>>();
  const server = fastify({ http2: true, https: { key, cert, allowHTTP1: true } });
  const undici = { headersTimeout: ANSWER_LIMIT, bodyTimeout: ANSWER_LIMIT };
  await server.register(replyFrom, { base: upstream, undici, disableRequestLogging: true });
  server.get('/*', async (request, reply) => {
    await wait(delay);
    return reply.from(request.raw.url, {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, 'accept-encoding': 'br' }),
      onResponse: (_request, answer, { stream }) => void send(answer as FastifyReply, stream),
    });
  });
  return {
    origin: await server.listen({ port: 0, host: '127.0.0.1' }),
    setDelay: (milliseconds) => (delay = milliseconds),
    stop: () => server.close(),
  };

  async function send(reply: FastifyReply, stream: IncomingMessage): Promise<void> {
    const isPlain = !reply.hasHeader('content-encoding');
    if (reply.statusCode !== 200 || !isPlain || !COMPRESSIBLE.test(String(reply.getHeader('content-type'))))
      return void reply.send(stream);
    const body = await compress(await buffer(stream));
    const headers = { 'content-encoding': 'br', 'content-length': body.length, vary: 'accept-encoding' };
    reply.headers(headers).send(body);
  }

  function compress(body: Buffer): Promise<Buffer> {
    const content = body.toString('latin1');
    const known = compressed.get(content) ?? promisify(brotliCompress)(body);
    compressed.set(content, known);
    return known;
  }
}
