import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPattern } from '@site/tools/release/isPattern';
import { loadBundles, type ShellBundle } from '@site/tools/release/renderer/loadBundles';
import { readArtifact, type LoadedArtifact } from '@site/tools/store/readArtifact';
import { addresses, asset, styles } from '@site/tools/release/renderer/createRenderer';
import { storeArtifact } from '@site/tools/store/storeArtifact';
import { directoryStore } from '@site/tools/store/directoryStore';
import type { PageRoute } from '@site/shared/remote';
import webpack from 'webpack';
import monolithConfig from '../../monolith/webpack.config';
import type { DeployedSite } from './deploySite';
import { writeStore } from './writeStore';

/** Where a document has its data. */
const DATA_BLOCK = /<script type="application\/json" id="data"[^>]*>([^<]*)<\/script>/;

const monolithFolder = join(import.meta.dirname, '../../monolith');

/** What the monolith's server bundle exports. */
type MonolithBundle = ShellBundle & { routes: PageRoute[] };

/**
 * Builds the monolith and prerenders every page of our release with it, the way deployment does: the same
 * document around it, with the scripts of one build.
 *
 * @returns the folder of its store
 */
export async function deployMonolith(site: DeployedSite, directory: string): Promise<string> {
  const compiler = webpack(monolithConfig());
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  const monolith = await readArtifact(join(monolithFolder, 'dist/production'));
  const store = join(directory, 'monolith');
  await storeArtifact(directoryStore(store), monolith);
  const pictures = 'assets/pictures';
  await cp(join(site.store, pictures), join(store, pictures), { recursive: true });
  const render = rendererOf(monolith);
  // What no page answers is the shell's own affair.
  await writeStore(store, site, (html, path) => (path === '*' ? html : render(html, path)));
  return store;
}

function rendererOf(app: LoadedArtifact) {
  const { artifact } = app;
  const bundle = loadBundles(app, app).shell as MonolithBundle;

  /** The monolith's document for a path, with the data that ours shows. */
  return async (html: string, path: string): Promise<string> => {
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
