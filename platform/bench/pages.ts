import type { RequestListener, Server } from 'node:http';
import { chromium } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { directoryStore } from '../store/directoryStore';
import { makeAllPictures } from '../testing/makeAllPictures';
import { loadPage } from './loadPage';
import { openPortfolio } from './openPortfolio';
import type { Part, Table } from './Part';
import { pagePath } from '../release/Release';

/**
 * The delay of each response, in milliseconds. Everything else is fast in comparison, so the total time shows how many
 * responses the page awaited one after another.
 */
const REQUEST_DELAY = 1000;

export const pages: Part = async (bench) => {
  const { store, live, backend } = await openPortfolio(bench, 8);
  const files = directoryStore(store);
  await makeAllPictures(files, live, backend.url);
  const app = await createSite(storeSource(files), { backendUrl: backend.url });
  delayResponses(app.server, REQUEST_DELAY);
  bench.onStop(() => app.close());
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  bench.onStop(() => browser.close());

  const [file = '', shown = {}] =
    Object.entries(live.pages).find(([, page]) => page.route && page.pictures) ?? [];
  const project = pagePath(file, shown);
  const rows: Table['rows'] = [];
  for (const path of ['/', '/projects', project, '/contact', '/micora']) {
    const load = await loadPage(browser, origin + path);
    const bytes = [load.scripts, load.all].map((one) => (one / 1000).toFixed(1));
    const depths = [load.visible, load.interactive].map((time) => Math.floor(time / REQUEST_DELAY));
    rows.push([path, ...bytes, load.requests, ...depths, (load.lcp / 1000).toFixed(2)]);
  }
  return [
    {
      title: 'Pages',
      note: `One load with an empty cache and ${REQUEST_DELAY} ms for each request, 412 px wide. Bytes as sent, until hydration. Visible and interactive: the number of sequential requests until the first paint, and until hydration.`,
      columns: ['page', 'scripts kB', 'all kB', 'requests', 'visible', 'interactive', 'LCP s'],
      rows,
    },
  ];
};

/**
 * Delays every response. This cannot be a Fastify hook, because the server responds to some requests before any hook runs.
 *
 * @param delay in milliseconds
 */
function delayResponses(server: Server, delay: number): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners)
    server.on('request', (...args: Parameters<RequestListener>) => {
      setTimeout(() => listener.apply(server, args), delay);
    });
}
