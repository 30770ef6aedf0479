import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bench } from './Part';

/** Headers that Node adds by itself. */
const OWN = ['date', 'connection', 'keep-alive'];

/** How long it may take to start. Milliseconds. */
const LIMIT = 60_000;

/**
 * Serves the home page of a site with a minimal process of Node: the same bytes and headers for every request.
 *
 * @param site the address of the site itself
 */
export async function serveBare({ onStop }: Bench, site: string) {
  // It ends with this process, too.
  const child = fork(import.meta.filename, [site]);
  const stop = () => Promise.resolve(child.kill());
  onStop(stop);
  const [port] = (await once(child, 'message', { signal: AbortSignal.timeout(LIMIT) })) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop };
}

// The process itself: `serveBare <site>`.
const [, file, site] = process.argv;
if (file === import.meta.filename && site) void serve(site);

async function serve(from: string): Promise<void> {
  const asking = get(from, { headers: { 'accept-encoding': 'br' } });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const headers = Object.entries(answer.headersDistinct)
    .filter(([name]) => !OWN.includes(name))
    .flatMap(([name, values = []]) => values.flatMap((value) => [name, value]));
  const server = createServer((_request, response) => void response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}
