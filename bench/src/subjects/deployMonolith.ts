import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { assetUrl } from '@site/deploy/release/assetUrl';
import { isPattern } from '@site/deploy/release/isPattern';
import { loadBundles, type ShellBundle } from '@site/deploy/render/loadBundles';
import { readArtifact, type LoadedArtifact } from '@site/deploy/build/readArtifact';
import { DATA_BLOCK } from '@site/deploy/render/createRenderer';
import { storeArtifact } from '@site/deploy/build/storeArtifact';
import { directoryStore } from '@site/deploy/store/directoryStore';
import type { PageRoute } from '@site/shared/remote';
import monolithConfig from '../../monolith/webpack.config';
import { runWebpack } from '../runWebpack';
import type { DeployedSite } from './deploySite';
import { writeStore } from './writeStore';

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
  await runWebpack(monolithConfig());
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

function rendererOf({ artifact, server, files }: LoadedArtifact) {
  const bundle = loadBundles([{ artifact, server, styles: {} }]).shell as MonolithBundle;
  const addresses = Object.fromEntries(
    Object.keys(artifact.files).map((name) => [name, assetUrl(artifact, name)]),
  );

  /** The monolith's document for a path, with the data that ours shows. */
  return async (html: string, path: string): Promise<string> => {
    const data = DATA_BLOCK.exec(html)?.[1];
    const shown: unknown = data && JSON.parse(data);
    const page = await bundle.render(path.replace(/:[^/]+$/, '_'), bundle.routes, shown);
    const chunk = artifact.pages[page.route.split('/')[1] ?? ''];
    const [main, ...others] = [...artifact.entry.scripts, ...(chunk?.scripts ?? [])].map(asset);
    if (!main || !chunk) throw new Error(`The monolith has no page ${path}.`);
    return bundle.renderDocument({
      page,
      ...(!isPattern(path) && { pathname: path }),
      ...(data && { data }),
      block: { shell: artifact.version },
      styles: [...artifact.entry.styles, ...chunk.styles].map((name) => ({ name, css: styleSheet(name) })),
      main,
      preloads: others,
      files: Object.fromEntries(Object.entries(addresses).filter(([name]) => !/\.(?:js|css)$/.test(name))),
    });
  };

  function asset(name: string) {
    return { url: assetUrl(artifact, name), integrity: artifact.files[name]?.integrity ?? '' };
  }

  function styleSheet(name: string): string {
    const css = files.get(name)?.toString() ?? '';
    return css.replace(/url\(([^)"']+)\)/g, (all, file: string) =>
      addresses[file] ? `url(${addresses[file]})` : all,
    );
  }
}
