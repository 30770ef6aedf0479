import type { RequestListener, Server } from 'node:http';
import { chromium } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import type { Release } from '../release/Release';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { compress } from '../store/compress';
import { directoryStore } from '../store/directoryStore';
import { makePictures } from '../testing/makePictures';
import { openMonolith, type Change } from './monolith/openMonolith';
import { openPortfolio } from './openPortfolio';
import type { Bench } from './Part';

/** One of the sites that are compared. */
export interface Site {
  name: string;
  hasScripts: boolean;
  /** The site's address, without a trailing slash. */
  origin: string;
}

/**
 * Starts three sites: the site itself, the monolith, and the site's pages without scripts. All use the same server, data
 * and copies of pictures.
 *
 * @param delay how long each response is delayed, in milliseconds
 * @returns the sites, the live release, and a browser
 */
export async function openSites(bench: Bench, delay: number) {
  const { store, live, backend } = await openPortfolio(bench, 8);
  const files = directoryStore(store);
  await makePictures(files, live, backend.url);
  const source = () => storeSource(files);
  const monolith = await openMonolith(files);
  const compared = [
    { name: 'our site', source: source(), hasScripts: true },
    { name: 'monolith', source: changeDocuments(source(), live, monolith), hasScripts: true },
    { name: 'without scripts', source: changeDocuments(source(), live, removeScripts), hasScripts: false },
  ];
  const sites: Site[] = [];
  for (const { name, source, hasScripts } of compared) {
    const app = await createSite(source, { backendUrl: backend.url });
    delayResponses(app.server, delay);
    bench.onStop(() => app.close());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    sites.push({ name, hasScripts, origin });
  }
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  bench.onStop(() => browser.close());
  return { sites, live, browser };
}

/**
 * Delays all responses. A Fastify hook could not do so, because the server answers some requests before any hook runs.
 */
function delayResponses(server: Server, delay: number): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners)
    server.on('request', (...args: Parameters<RequestListener>) => {
      setTimeout(() => listener.apply(server, args), delay);
    });
}

function changeDocuments(source: SiteSource, live: Release, change: Change): SiteSource {
  const paths = new Map(Object.values(live.pages).map(({ content, path }) => [content, path]));
  return {
    ...source,
    async read(key) {
      const [, content = '', form = ''] = /^pages\/(\w+)(.*)$/.exec(key) ?? [];
      const path = paths.get(content);
      const document = path === undefined ? undefined : await source.read(`pages/${content}`);
      if (path === undefined || !document) return source.read(key);
      const changed = Buffer.from(await change(document.toString(), path));
      return (await compress('page.html', changed)).get(`page.html${form}`);
    },
  };
}

/** Removes the scripts from a document. */
function removeScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gis, '');
}
