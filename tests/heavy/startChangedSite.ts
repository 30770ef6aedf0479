import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { computeIntegrity } from '@site/platform/build/computeIntegrity';
import { changePage } from './changePage';
import { visitChangedPage, type Visit } from './visitChangedPage';

export interface ChangedSite {
  /** The address of the proxy, without a trailing slash. */
  url: string;
  /** Chooses which visit is simulated on the pages that are loaded after this call (see `startChangedSite`). */
  prepare: (visit: Visit) => void;
  stop: () => Promise<void>;
}

/**
 * Starts a proxy in front of a site. The proxy adds a script to each page, before all other scripts. The added script
 * simulates the prepared visit. The proxy holds back the site's own scripts until the added script requests `/release`.
 */
export async function startChangedSite(siteUrl: string): Promise<ChangedSite> {
  let visit: Visit | undefined;
  let held: (() => void)[] = [];
  let isReleased = false;
  const code = () =>
    `{const visitChangedPage=${visitChangedPage.toString()};visitChangedPage(${JSON.stringify(visit)},${changePage.toString()})}`;

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'if-none-match': _, ...headers } = { ...incoming.headers, 'accept-encoding': 'identity' };
    const { method } = incoming;
    // Read the body before sending the request to the site. If the browser has disconnected, reading fails, so no request
    // to the site is left open.
    const body = await buffer(incoming);
    const outgoing = request(siteUrl + (incoming.url ?? ''), { method, headers }).end(body);
    const [original] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (!original.headers['content-type']?.startsWith('text/html')) {
      response.writeHead(original.statusCode ?? 502, original.headers);
      original.pipe(response);
      return;
    }
    const script = `<script src="/visit.js" integrity="${computeIntegrity(code())}" crossorigin></script>`;
    const html = Buffer.from((await text(original)).replace('<head>', `<head>${script}`));
    response.writeHead(original.statusCode ?? 502, { ...original.headers, 'content-length': html.length });
    response.end(html);
  }

  const server = createServer((incoming, response) => {
    if (incoming.url === '/visit.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      return response.end(code());
    }
    if (incoming.url === '/release') {
      isReleased = true;
      for (const send of held) send();
      return response.end();
    }
    const send = () => void forward(incoming, response).catch(() => response.destroy());
    if (/^\/assets\/.*\.js$/.test(incoming.url ?? '') && !isReleased) held.push(send);
    else send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prepare(next) {
      visit = next;
      isReleased = false;
      held = [];
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
