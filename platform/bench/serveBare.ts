import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bench } from './Part';

/** Headers that Node adds automatically. */
const OWN = ['date', 'connection', 'keep-alive'];

/** The time limit for starting the process, in milliseconds. */
const LIMIT = 60_000;

/**
 * Serves a site's home page with a minimal Node server, which responds to every request with the same bytes and headers as
 * the site.
 */
export async function serveBare({ onStop }: Bench, site: string) {
  // The child process also stops when this process ends.
  const child = fork(import.meta.filename, [site]);
  const stop = () => Promise.resolve(child.kill());
  onStop(stop);
  const [port] = (await once(child, 'message', { signal: AbortSignal.timeout(LIMIT) })) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop };
}

// Only the child process has the site's address as an argument, so only the child process serves.
const [, file, site] = process.argv;
if (file === import.meta.filename && site) void serve(site);

async function serve(from: string): Promise<void> {
  const request = get(from, { headers: { 'accept-encoding': 'br' } });
  const [original] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(original);
  const headers: string[] = [];
  for (const [name, values = []] of Object.entries(original.headersDistinct)) {
    if (OWN.includes(name)) continue;
    for (const value of values) headers.push(name, value);
  }
  const server = createServer((_request, response) => void response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}
