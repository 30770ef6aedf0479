import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PageRoute } from '@site/shared/contract';
import type { ShellBundle } from '@site/shared/shell';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';
import { isPattern } from '../../render/pageAddress';
import { addresses, asset, styles } from '../../render/createRenderer';
import { loadBundles } from '../../render/loadBundles';
import { readArtifact, type LoadedArtifact } from '../../store/readArtifact';
import type { Store } from '../../store/Store';
import { storeArtifact } from '../../store/storeArtifact';
import { webpackConfig } from '../../webpack.common';

/** Changes the HTML document of a page. @param path the page's address or pattern */
export type Change = (html: string, path: string) => string | Promise<string>;

/** Matches the embedded data of a document. */
const DATA_BLOCK = /<script type="application\/json" id="data"[^>]*>([^<]*)<\/script>/;

/** The exports of the monolith's server bundle. */
type MonolithBundle = ShellBundle & { routes: PageRoute[] };

/**
 * Builds the monolith: the shell and both remotes in a single webpack build, without Module Federation.
 *
 * @param store the store for its files
 * @returns a function that replaces a document of the site with the monolith's version
 */
export async function openMonolith(store: Store): Promise<Change> {
  const [browser, ...others] = webpackConfig(import.meta.dirname)({}, {});
  const compiler = webpack([withoutFederation(browser), ...others]);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  const build = await readArtifact(join(import.meta.dirname, 'dist/production'));
  await storeArtifact(store, build);
  return rendererOf(build);
}

/** Renders each page of the monolith from the data in the site's HTML of that page. The 404 page is not changed. */
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

function withoutFederation(configuration: Configuration): Configuration {
  return {
    ...configuration,
    // Keeps our own plugins, which are plain objects, and drops Module Federation's.
    plugins: (configuration.plugins ?? []).filter(
      (plugin) => plugin instanceof MiniCssExtractPlugin || plugin?.constructor === Object,
    ),
    // Modules that several pages need become shared chunks, as in any single build.
    optimization: { ...configuration.optimization, splitChunks: { chunks: 'async' } },
  };
}
