import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { integrityOf } from '@site/tools/build/integrityOf';
import { changePage } from './changePage';
import { visitChangedPage, type Visit } from './visitChangedPage';

/** A proxy of a site that adds a visit to each page. */
export interface ChangedSite {
  /** Without a trailing slash. */
  url: string;
  prepare: (visit: Visit) => void;
  stop: () => Promise<void>;
}

/**
 * Starts a proxy of a site. It adds a script before all others of each page, which makes the prepared visit in any browser.
 * The proxy holds back all scripts of the site until that script requests `/release`.
 */
export async function startChangedSite(siteUrl: string): Promise<ChangedSite> {
  let visit: Visit | undefined;
  let held: (() => void)[] = [];
  let isReleased = false;
  const code = () =>
    `{const visitChangedPage=${visitChangedPage.toString()};visitChangedPage(${JSON.stringify(visit)},${changePage.toString()})}`;

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { 'if-none-match': _, ...headers } = { ...asked.headers, 'accept-encoding': 'identity' };
    const { method } = asked;
    const passed = request(siteUrl + (asked.url ?? ''), { method, headers });
    passed.end(await buffer(asked));
    const [found] = (await once(passed, 'response')) as [IncomingMessage];
    if (!found.headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
      return;
    }
    const script = `<script src="/visit.js" integrity="${integrityOf(code())}" crossorigin></script>`;
    const html = Buffer.from((await text(found)).replace('<head>', `<head>${script}`));
    answer.writeHead(found.statusCode ?? 502, { ...found.headers, 'content-length': html.length });
    answer.end(html);
  }

  const server = createServer((asked, answer) => {
    if (asked.url === '/visit.js') {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      return answer.end(code());
    }
    if (asked.url === '/release') {
      isReleased = true;
      for (const go of held) go();
      return answer.end();
    }
    const go = () => void forward(asked, answer).catch(() => answer.destroy());
    if (/^\/assets\/.*\.js$/.test(asked.url ?? '') && !isReleased) held.push(go);
    else go();
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
