import { join } from 'node:path';
import { assetUrl } from '@site/deploy/release/composeRelease';
import { loadBundles } from '@site/deploy/render/loadBundles';
import type { ShellBundle } from '@site/deploy/render/loadBundles';
import { readArtifact } from '@site/deploy/build/readArtifact';
import type { LoadedArtifact } from '@site/deploy/build/readArtifact';
import type { ReleasePage } from '@site/deploy/release/Release';
import { storeArtifact } from '@site/deploy/build/storeArtifact';
import { directoryStore } from '@site/deploy/store/directoryStore';
import type { PageRoute, ReleaseBlock } from '@site/shared/remote';
import twinConfig from '../../twin/webpack.config';
import { runWebpack } from '../runWebpack';
import type { DeployedSite } from './deploySite';
import { writeStore } from './writeStore';

const twinFolder = join(import.meta.dirname, '../../twin');

/** What the twin's server bundle exports. */
type TwinBundle = ShellBundle & { routes: PageRoute[] };

/**
 * Builds the monolith twin and prerenders every page of our release with it, the way deployment does: the same
 * document around it, with the scripts of one build.
 *
 * @returns the folder of its store
 */
export async function deployTwin(site: DeployedSite, directory: string): Promise<string> {
  await runWebpack(twinConfig());
  const twin = await readArtifact(join(twinFolder, 'dist/production'));
  const store = join(directory, 'twin');
  await storeArtifact(directoryStore(store), twin);
  const render = rendererOf(twin, site.release.id);
  const documents: Record<string, string> = {};
  for (const [file, page] of Object.entries(site.release.pages)) {
    // What no page answers is the shell's own affair.
    if (file !== '404.html') documents[file] = await render(page);
  }
  await writeStore(store, site, documents);
  return store;
}

function rendererOf({ artifact, server, files }: LoadedArtifact, releaseId: string) {
  const bundle = loadBundles([{ artifact, server, styles: {} }]).shell as TwinBundle;
  const block: ReleaseBlock = { id: releaseId, shell: artifact.version, remotes: [] };
  const addresses = Object.fromEntries(
    Object.keys(artifact.files).map((name) => [name, assetUrl(artifact, name)]),
  );

  return async ({ path, known }: ReleasePage): Promise<string> => {
    const page = await bundle.render((known?.path ?? path).replace(/:[^/]+$/, '_'), bundle.routes);
    const chunk = artifact.pages[page.route.split('/')[1] ?? ''];
    const [main, ...others] = [...artifact.entry.scripts, ...(chunk?.scripts ?? [])].map(asset);
    if (!main || !chunk) throw new Error(`The twin has no page ${path}.`);
    return bundle.renderDocument({
      page,
      ...(!path.includes('/:') && { pathname: path }),
      ...(known && { known }),
      release: block,
      styles: [...artifact.entry.styles, ...chunk.styles].map((name) => ({ name, css: styleSheet(name) })),
      main,
      preloads: others,
      files: Object.fromEntries(Object.entries(addresses).filter(([name]) => !/\.(?:js|css)$/.test(name))),
      policies: ['site-shell', 'dompurify'],
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
