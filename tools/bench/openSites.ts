import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PageRoute } from '@site/shared/remote';
import webpack from 'webpack';
import { isPattern } from '../release/pageAddress';
import { liveRelease } from '../release/readHistory';
import type { Release } from '../release/Release';
import { addresses, asset, styles } from '../release/renderer/createRenderer';
import { loadBundles, type ShellBundle } from '../release/renderer/loadBundles';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { compress } from '../store/compress';
import { directoryStore } from '../store/directoryStore';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { storeArtifact } from '../store/storeArtifact';
import monolithConfig from './monolith/webpack.config';
import type { Portfolio } from './openPortfolio';

/** Where a document has its data. */
const DATA_BLOCK = /<script type="application\/json" id="data"[^>]*>([^<]*)<\/script>/;

/** What the monolith's server bundle exports. */
type MonolithBundle = ShellBundle & { routes: PageRoute[] };

/** One of the sites that are measured side by side. */
export interface Site {
  name: 'our site' | 'monolith' | 'without scripts';
  /** Without a trailing slash. */
  origin: string;
  /** Makes every answer wait. Milliseconds; 0 for not at all. */
  setDelay(delay: number): void;
}

/** Makes another document of a page's. @param path its address, or the pattern of one */
type Change = (html: string, path: string) => string | Promise<string>;

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

/**
 * Builds the monolith.
 *
 * @returns what adds its assets to those of a site, and what renders its document at an address
 */
async function openMonolith(directory: string) {
  const compiler = webpack(monolithConfig());
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  const build = await readArtifact(join(import.meta.dirname, 'monolith/dist/production'));
  const store = directoryStore(join(directory, 'monolith'));
  await storeArtifact(store, build);
  const addAssets = (source: SiteSource): SiteSource => ({
    ...source,
    read: async (key) => (await store.read(key)) ?? source.read(key),
  });
  return { addAssets, render: rendererOf(build) };
}

/** Renders with the data that our document shows. What no page answers is the shell's own affair. */
function rendererOf(app: LoadedArtifact): Change {
  const { artifact } = app;
  const bundle = loadBundles(app, app).shell as MonolithBundle;
  return async (html, path) => {
    if (path === '*') return html;
    const data = DATA_BLOCK.exec(html)?.[1];
    const shown: unknown = data && JSON.parse(data);
    const page = await bundle.render(path.replace(/:[^/]+$/, '_'), bundle.routes, shown);
    const chunk = artifact.pages[page.route.split('/')[1] ?? ''];
    const scripts = [...artifact.entry.scripts, ...(chunk?.scripts ?? [])];
    const [main, ...others] = scripts.map((name) => asset(app, name));
    if (!main || !chunk) throw new Error(`The monolith has no page ${path}.`);
    return bundle.renderDocument({
      page,
      ...(!isPattern(path) && { pathname: path }),
      ...(data && { data }),
      block: { shell: artifact.version },
      styles: [...styles(app, artifact.entry), ...styles(app, chunk)],
      main,
      preloads: others,
      files: addresses(app),
    });
  };
}
