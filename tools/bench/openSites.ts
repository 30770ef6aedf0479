import type { Release } from '../release/Release';
import { liveRelease } from '../release/readHistory';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { compress } from '../store/compress';
import { directoryStore } from '../store/directoryStore';
import { openMonolith } from './monolith/openMonolith';
import type { Portfolio } from './openPortfolio';

/** One of the sites that are measured side by side. */
export interface Site {
  name: 'our site' | 'monolith' | 'without scripts';
  /** Without a trailing slash. */
  origin: string;
  /** Makes every answer wait. Milliseconds; 0 for not at all. */
  setDelay(delay: number): void;
}

/** Makes another document of a page's. @param path its address, or the pattern of one */
export type Change = (html: string, path: string) => string | Promise<string>;

/**
 * Starts the site, the same sources as one build without federation, and the site's pages without their scripts: the same
 * server with the same data for all, and other documents.
 */
export async function openSites(
  directory: string,
  { store, backend }: Portfolio,
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<Site[]> {
  const live = await liveRelease(directoryStore(store));
  if (!live) throw new Error('Nothing is live.');
  const source = () => storeSource(directoryStore(store));
  const monolith = await openMonolith(directory);
  const sources: [Site['name'], SiteSource][] = [
    ['our site', source()],
    ['monolith', changeDocuments(monolith.addAssets(source()), live, monolith.render)],
    ['without scripts', changeDocuments(source(), live, removeScripts)],
  ];
  const sites: Site[] = [];
  for (const [name, from] of sources) {
    let delay = 0;
    const app = await createSite(from, { backendUrl: backend.url });
    app.addHook('onRequest', (_request, _reply, done) => void setTimeout(done, delay));
    onStop(() => app.close());
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    sites.push({ name, origin, setDelay: (milliseconds) => (delay = milliseconds) });
  }
  return sites;
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

/** A document without its scripts: all that is left is to be seen. */
function removeScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gis, '');
}
