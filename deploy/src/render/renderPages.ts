import type { ReleaseAsset, RemoteServerModule } from '@site/shared/remote';
import type { RenderedPage } from '@site/shell/render';
import type { Artifact, ArtifactChunk } from '../build/Artifact';
import { assetUrl, patternFile } from '../release/composeRelease';
import { loadBundles } from './loadBundles';
import type { RenderableApp } from './loadBundles';
import type { Release, ReleasePage } from '../release/Release';

/** Everything that rendering needs; plain data, so that it can cross to another process. */
export interface RenderJob {
  release: Release;
  apps: RenderableApp[];
  /** File names of the pages to render. */
  files: string[];
  /** The pages to take over from the release in force, with a new release block, by file name. */
  carry?: Record<string, string>;
}

/** Names of the Trusted Types policies that are not named after an app: the entries' and the HTML sanitiser's. */
const COMMON_POLICIES = ['site-entry', 'dompurify'];

/** What rendering gives. */
export interface Rendering {
  /** The documents by file name. */
  documents: Record<string, string>;
  /** Of those that were rendered, the ones that the sitemap lists. */
  listed: string[];
  /** The files at the site's root by name. */
  siteFiles: Record<string, string>;
}

/**
 * Renders pages with the shell's server bundle and the remotes' server bundles.
 *
 * @throws Error that names the page which could not be rendered
 */
export async function renderPages({ release, apps, files, carry = {} }: RenderJob): Promise<Rendering> {
  const { shell, shellApp, remotes } = loadBundles(apps);
  const policies = [
    ...apps.map(({ artifact }) => `site-${artifact.remote?.name ?? 'shell'}`),
    ...COMMON_POLICIES,
  ];
  const contents = new Map<string, Promise<RenderedPage>>();
  const documents: Record<string, string> = {};
  const listed: string[] = [];
  for (const file of files) {
    const page = release.pages[file];
    if (!page) throw new Error(`${file} is no page of this release.`);
    const owner = apps.find(({ artifact }) => artifact.app === page.app);
    if (!owner) throw new Error(`${file} belongs to ${page.app}, which is not in this release.`);
    try {
      const content = await renderContent(
        page.known ? release.pages[patternFile(file)]?.path : page.path,
        owner,
      );
      documents[file] = renderDocument(page, content, owner);
      // A pattern is no address.
      if (page.known || (content.handle.index && !page.path.includes('/:'))) listed.push(file);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${page.path} of ${page.app} cannot be rendered: ${reason}`, { cause });
    }
  }
  for (const [file, page] of Object.entries(carry)) {
    documents[file] = shell.renewReleaseBlock(page, release.block);
  }
  const toList = Object.entries(release.pages)
    .filter(([file, { listed: before }]) => listed.includes(file) || (before && !files.includes(file)))
    .map(([, { path, known }]) => ({ path, ...(known?.modified && { modified: known.modified }) }));
  const siteFiles = shell.renderSiteFiles(toList, addresses(shellApp));
  return { documents, listed, siteFiles };

  /** What is inside the document; known pages share their pattern's. */
  function renderContent(path = '', owner: RenderableApp): Promise<RenderedPage> {
    const content = contents.get(path) ?? renderOnce(path, owner);
    contents.set(path, content);
    return content;
  }

  async function renderOnce(path: string, owner: RenderableApp): Promise<RenderedPage> {
    const evaluate = remotes.get(owner.artifact.app);
    if (!evaluate) return shell.render('/404', []);
    const { routes } = evaluate() as RemoteServerModule;
    const page = await shell.render(path.replace(/:[^/]+$/, '_'), routes);
    if (page.status === 404) throw new Error('it has no route.');
    return page;
  }

  function renderDocument({ path, known }: ReleasePage, page: RenderedPage, owner: RenderableApp): string {
    const isRemote = owner !== shellApp;
    const own = isRemote ? pageChunk(owner.artifact, page.route) : { scripts: [], styles: [] };
    const shellEntry = shellApp.artifact.entry;
    const [main] = shellEntry.scripts.map((name) => asset(shellApp, name));
    if (!main) throw new Error('the shell has no script.');
    return shell.renderDocument({
      page,
      ...(isRemote && !path.includes('/:') && { pathname: path }),
      ...(known && { known }),
      release: release.block,
      styles: [...styles(shellApp, shellEntry), ...styles(owner, own)],
      main,
      preloads: own.scripts.map((name) => asset(owner, name)),
      files: { ...addresses(shellApp), ...addresses(owner) },
      policies,
    });
  }
}

/** What a page needs of its remote: the remote's entry and the chunk that the page's route id names. */
function pageChunk(artifact: Artifact, routeId: string): ArtifactChunk {
  const [remote, chunk = ''] = routeId.split('/');
  const page = artifact.pages[chunk];
  if (remote !== artifact.remote?.name || !page) {
    throw new Error(
      `its route id ${routeId} names no chunk of ${artifact.app}; expected <remote name>/<chunk name>.`,
    );
  }
  return {
    scripts: [...new Set([...artifact.entry.scripts, ...page.scripts])],
    styles: [...new Set([...artifact.entry.styles, ...page.styles])],
  };
}

/** The public addresses of a build's fonts, icons and pictures, by file name. */
function addresses({ artifact }: RenderableApp): Record<string, string> {
  return Object.fromEntries(
    Object.keys(artifact.files)
      .filter((name) => !/\.(?:js|css|map)$/.test(name))
      .map((name) => [name, assetUrl(artifact, name)]),
  );
}

/** Style sheets as a document inlines them: what they refer to is named by its full address. */
function styles(app: RenderableApp, chunk: ArtifactChunk): { name: string; css: string }[] {
  const files = addresses(app);
  return chunk.styles.map((name) => {
    const css = app.styles[name];
    if (css === undefined) throw new Error(`the style sheet ${name} is missing.`);
    return {
      name,
      css: css.replace(/url\(([^)"']+)\)/g, (all, file: string) =>
        files[file] ? `url(${files[file]})` : all,
      ),
    };
  });
}

function asset({ artifact }: RenderableApp, name: string): ReleaseAsset {
  const file = artifact.files[name];
  if (!file) throw new Error(`the script ${name} is missing.`);
  return { url: assetUrl(artifact, name), integrity: file.integrity };
}
