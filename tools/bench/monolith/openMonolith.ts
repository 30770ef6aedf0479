import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PageRoute } from '@site/shared/remote';
import webpack from 'webpack';
import { isPattern } from '../../release/pageAddress';
import { addresses, asset, styles } from '../../release/renderer/createRenderer';
import { loadBundles, type ShellBundle } from '../../release/renderer/loadBundles';
import type { SiteSource } from '../../server/SiteSource';
import { directoryStore } from '../../store/directoryStore';
import { readArtifact, type LoadedArtifact } from '../../store/readArtifact';
import { storeArtifact } from '../../store/storeArtifact';
import type { Change } from '../openSites';
import monolithConfig from './webpack.config';

/** Where a document has its data. */
const DATA_BLOCK = /<script type="application\/json" id="data"[^>]*>([^<]*)<\/script>/;

/** What the monolith's server bundle exports. */
type MonolithBundle = ShellBundle & { routes: PageRoute[] };

/**
 * Builds the monolith.
 *
 * @returns what adds its assets to those of a site, and what renders its document at an address
 */
export async function openMonolith(directory: string) {
  const compiler = webpack(monolithConfig());
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  const build = await readArtifact(join(import.meta.dirname, 'dist/production'));
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
