import { once } from 'node:events';
import { request, type Agent, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';

/** Where a proxy answers for a host. */
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

/** Somebody who asks a proxy. */
export interface Visitor {
  ask: (path: string, headers?: OutgoingHttpHeaders, body?: string) => Promise<Answer>;
  close: () => void;
}

/** How many requests go by one connection: fewer than any server ends it after. */
const KEPT = 200;

/**
 * A visitor who asks by HTTP/2 over TLS 1.3.
 *
 * @param from the loopback address that asks
 */
export function byHttp2({ host, https, certificate }: Proxy, from: string): Visitor {
  const options = { servername: host, ca: certificate, localAddress: from, minVersion: 'TLSv1.3' } as const;
  let session: ClientHttp2Session | undefined;
  let asked = 0;
  const close = () => session?.destroy();
  return {
    close,
    async ask(path, headers, body) {
      if (!session || session.closed || asked % KEPT === 0) {
        close();
        session = connect(`https://127.0.0.1:${https}`, options).on('error', () => undefined);
      }
      asked += 1;
      const method = body === undefined ? 'GET' : 'POST';
      const stream = session.request({ ':path': path, ':authority': host, ':method': method, ...headers });
      const answered = once(stream, 'response') as Promise<[Record<string, unknown>]>;
      if (body !== undefined) stream.end(body);
      const [got] = await answered;
      return { status: Number(got[':status']), headers: got, body: await text(stream) };
    },
  };
}

/** A visitor who asks by HTTP/1.1, as a program would that writes paths as it likes. */
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
