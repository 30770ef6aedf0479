import { createSecureServer } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from 'node:http2';
import { Agent, request as ask } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
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

/** Headers that HTTP/2 does not have. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

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
  const agent = new Agent({ keepAlive: true });
  const compressed = new Map<string, Promise<Buffer>>();
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(error instanceof Error ? error.message : '');
    });
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    setDelay: (milliseconds) => (delay = milliseconds),
    async stop() {
      agent.destroy();
      for (const session of sessions) session.destroy();
      await new Promise((done) => server.close(done));
    },
  };

  async function answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    if (delay > 0) await wait(delay);
    const reply = await forward(request);
    const headers = Object.fromEntries(
      Object.entries(reply.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
    );
    let body: Buffer = await buffer(reply);
    const isPlain = !headers['content-encoding'] && COMPRESSIBLE.test(reply.headers['content-type'] ?? '');
    if (isPlain && reply.statusCode === 200 && request.method === 'GET') {
      body = await compress(body);
      Object.assign(headers, { 'content-encoding': 'br', vary: 'accept-encoding' });
    }
    if (body.length > 0) headers['content-length'] = String(body.length);
    response.writeHead(reply.statusCode ?? 502, headers);
    response.end(body);
  }

  function forward(request: Http2ServerRequest): Promise<IncomingMessage> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':') && !HOP_BY_HOP.includes(name)),
    );
    return new Promise((resolve, reject) => {
      const outgoing = ask(
        new URL(request.url, upstream),
        {
          agent,
          method: request.method,
          headers: { ...headers, host: new URL(upstream).host, 'accept-encoding': 'br' },
          timeout: ANSWER_LIMIT,
        },
        resolve,
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${request.url} was not answered in time.`)));
      outgoing.on('error', reject);
      request.pipe(outgoing);
    });
  }

  function compress(body: Buffer): Promise<Buffer> {
    const content = body.toString('latin1');
    const known = compressed.get(content) ?? promisify(brotliCompress)(body);
    compressed.set(content, known);
    return known;
  }
}
