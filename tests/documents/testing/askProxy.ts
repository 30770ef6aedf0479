import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';

export interface Proxy {
  host: string;
  https: number;
  http: number;
  certificate: Buffer;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

export interface Visitor {
  ask: (path: string, headers?: OutgoingHttpHeaders, body?: string) => Promise<Answer>;
  close: () => void;
}

/** The maximum number of requests over one connection. It is lower than every tested proxy's own limit. */
const REQUESTS_PER_CONNECTION = 200;

/**
 * Creates a client that uses HTTP/2 and TLS 1.3.
 *
 * @param from the client's loopback address
 */
export function byHttp2({ host, https, certificate }: Proxy, from: string): Visitor {
  const options = { servername: host, ca: certificate, localAddress: from, minVersion: 'TLSv1.3' } as const;
  let session: ClientHttp2Session | undefined;
  let asked = 0;
  const close = () => session?.destroy();
  return {
    close,
    async ask(path, headers, body) {
      if (!session || session.closed || asked % REQUESTS_PER_CONNECTION === 0) {
        close();
        session = connect(`https://127.0.0.1:${https}`, options).on('error', () => undefined);
      }
      asked += 1;
      const method = body === undefined ? 'GET' : 'POST';
      const stream = session.request({ ':path': path, ':authority': host, ':method': method, ...headers });
      const answered = once(stream, 'response') as Promise<[Record<string, unknown>]>;
      if (body !== undefined) stream.end(body);
      const [received] = await answered;
      return { status: Number(received[':status']), headers: received, body: await text(stream) };
    },
  };
}

/** Creates a client that uses HTTP/1.1. It sends paths unchanged, even those that no browser would send. */
export function byHttp1({ host, https, http, certificate }: Proxy, from: string, agent: Agent): Visitor {
  const { protocol } = agent as Agent & { protocol: string };
  const port = protocol === 'https:' ? https : http;
  const place = { host: '127.0.0.1', port, servername: host, ca: certificate, localAddress: from };
  return {
    close: () => agent.destroy(),
    async ask(path, headers) {
      const asking = request({ ...place, protocol, agent, path, headers: { host, ...headers } }).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? NaN, headers: answer.headers, body: await text(answer) };
    },
  };
}
