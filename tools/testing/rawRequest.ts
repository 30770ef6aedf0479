import { connect } from 'node:net';

/** The answer to a request that is sent byte by byte as it stands, which no HTTP client would do. */
export function rawRequest(
  origin: string,
  requestLine: string,
  headers: string[] = [],
  body = '',
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        [requestLine, `Host: ${hostname}`, ...headers, 'Connection: close', '', body].join('\r\n'),
      );
    });
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
