import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** Where a proxy answers for a host. */
export interface Proxy {
  host: string;
  https: number;
  http: number;
  certificate: Buffer;
}

export interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/**
 * A connection to a proxy by TLS 1.3.
 *
 * @param from the loopback address that asks
 */
export async function secureSocket(proxy: Proxy, from: string, protocol: string): Promise<TLSSocket> {
  const socket = connectTls({
    ...{ host: '127.0.0.1', port: proxy.https, localAddress: from, minVersion: 'TLSv1.3' },
    ...{ servername: proxy.host, ca: proxy.certificate, ALPNProtocols: [protocol] },
  });
  await once(socket, 'secureConnect');
  if (socket.alpnProtocol !== protocol) throw new Error(`It speaks ${String(socket.alpnProtocol)}.`);
  return socket;
}

/** Asks by HTTP/2 over TLS. */
export async function askSecurely(
  proxy: Proxy,
  headers: OutgoingHttpHeaders,
  { from, body = '' }: { from: string; body?: string },
): Promise<Answer> {
  const socket = await secureSocket(proxy, from, 'h2');
  const session = connectHttp2(`https://${proxy.host}`, { createConnection: () => socket });
  try {
    const stream = session.request(headers);
    const answered = once(stream, 'response') as Promise<[Record<string, unknown>]>;
    if (body) stream.end(body);
    const [got] = await answered;
    return { status: Number(got[':status']), headers: got, body: await text(stream) };
  } finally {
    session.destroy();
  }
}

/** Asks by HTTP/1.1 in the clear. */
export async function askPlainly({ host, http }: Proxy, path: string): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port: http, path, headers: { host } }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
