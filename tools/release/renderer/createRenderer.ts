import { createRequire } from 'node:module';
import { messageOf } from '@site/backend/messageOf';
import { isPictureName } from '@site/shared/api/pictureCopy';
import type * as jsdom from 'jsdom';
import type {
  PageHead,
  PageSource,
  ReadBackend,
  ReleaseAsset,
  RemoteServerModule,
} from '@site/shared/remote';
import type { ListedPage } from '@site/shell/render';
import type { Artifact, ArtifactChunk } from '../../build/Artifact';
import { sha256 } from '../../build/sha256';
import type { LoadedArtifact } from '../../store/readArtifact';
import { assetUrl } from '../assetUrl';
import { isPattern } from '../isPattern';
import { releaseRemote } from '../releaseRemote';
import type { DataHashes, DataPictures } from '../composeRelease';
import { loadBundles } from './loadBundles';
import { readBackend } from './readBackend';

/** One page to render; plain data, so that it can cross to another process. */
export interface PageJob {
  /** The workspace that owns the page. */
  app: string;
  /** The path of the route that answers it; `*` for the 404 page. */
  route: string;
  /** Its address; the route's own path for the page of a pattern. */
  path: string;
  /** The value of the route's parameter; empty without one. */
  param: string;
  /** Where its data comes from: what was read last, or an earlier document of the page. Absent without data. */
  data?: 'read' | { document: string };
}

/** A rendered page. */
export interface PageDocument {
  html: string;
  /** Whether search engines may list it. */
  listed: boolean;
  /** When what it shows was last changed, ISO 8601. */
  modified?: string;
}

/** What was read from the backend. */
export interface BackendSnapshot {
  data: DataHashes;
  pictures: DataPictures;
  /** The names of the collections that it was read from. */
  collections: string[];
}

/** Renders with one set of builds. Everything it takes and gives can cross to another process. */
export interface Renderer {
  /**
   * Reads from the backend what fills the pages of some apps, each thing once, and keeps it.
   *
   * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`
   * @throws BackendError if the backend cannot be read
   * @throws Error if a remote fails by itself
   */
  read(apps: string[], backendUrl: string): Promise<BackendSnapshot>;
  /** @throws Error that names the page and why it cannot be rendered */
  renderPage(job: PageJob): Promise<PageDocument>;
  /** The files at the site's root, by name. */
  renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>>;
}

/** Where a document has its data. */
export const DATA_BLOCK = /<script type="application\/json" id="data"[^>]*>([^<]*)<\/script>/;

/** Makes the renderer of a set of builds, which runs their server bundles in this process. */
export function createRenderer(apps: LoadedArtifact[]): Renderer {
  const { shell, shellApp, remotes } = loadBundles(apps);
  const modules = new Map<string, RemoteServerModule>();
  const data = new Map<string, ReadonlyMap<string, unknown>>();

  return { read, renderPage, renderSiteFiles };

  async function read(names: string[], backendUrl: string): Promise<BackendSnapshot> {
    const hashes: DataHashes = {};
    const pictures: DataPictures = {};
    const collections = new Set<string>();
    const ask = readBackend(backendUrl);
    const backend: ReadBackend = (path, query) => {
      collections.add(path.split('/')[2] ?? '');
      return ask(path, query);
    };
    for (const app of names) {
      // An app that reads nothing has no data: not even what the live release shows.
      const own: DataHashes[string] = (hashes[app] = {});
      for (const [route, source] of sourcesOf(app)) {
        const listed = await list(app, source, backend);
        data.set(keyOf(app, route), listed.entries);
        own[route] = listed.hashes;
        Object.assign(pictures, listed.pictures);
      }
    }
    return { data: hashes, pictures, collections: [...collections] };
  }

  async function renderPage(job: PageJob): Promise<PageDocument> {
    const owner = apps.find(({ artifact }) => artifact.app === job.app);
    if (!owner) throw new Error(`${job.path} belongs to ${job.app}, which is not in this release.`);
    try {
      return await renderWith(owner, job);
    } catch (cause) {
      throw new Error(`${job.path} of ${job.app} cannot be rendered: ${messageOf(cause)}`, { cause });
    }
  }

  async function renderWith(owner: LoadedArtifact, job: PageJob) {
    const { app, route, path, param, data: from } = job;
    const isRemote = owner !== shellApp;
    const source = isRemote ? new Map(sourcesOf(app)).get(route) : undefined;
    const json = from && embed(source, from, data.get(keyOf(app, route))?.get(param));
    const shown: unknown = json && JSON.parse(json);
    const routes = isRemote ? moduleOf(app, route).routes : [];
    // A pattern alone is rendered for nobody's parameter.
    const page = await shell.render(isRemote ? path.replace(/:[^/]+$/, '_') : '/404', routes, shown);
    if (isRemote && page.status === 404) throw new Error('it has no route.');
    const head: PageHead | undefined = json ? source?.head?.(shown) : undefined;
    const remote = releaseRemote(owner.artifact);
    const own = isRemote ? pageChunk(owner.artifact, page.route) : { scripts: [], styles: [] };
    const { entry } = shellApp.artifact;
    const [main] = entry.scripts.map((name) => asset(shellApp, name));
    if (!main) throw new Error('the shell has no script.');
    const html = shell.renderDocument({
      page,
      ...(isRemote && !isPattern(path) && { pathname: path }),
      ...(head && { head }),
      ...(json && { data: json }),
      block: { shell: shellApp.artifact.version, ...(remote && { remote }) },
      styles: [...styles(shellApp, entry), ...styles(owner, own)],
      main,
      preloads: own.scripts.map((name) => asset(owner, name)),
      files: { ...addresses(shellApp), ...addresses(owner) },
    });
    const listed = isRemote && !isPattern(path) && (page.handle.index || head !== undefined);
    return { html, listed, ...(head?.modified && { modified: head.modified }) };
  }

  /** The data of a page as the document embeds it. */
  function embed(source: PageSource | undefined, from: NonNullable<PageJob['data']>, value: unknown): string {
    if (typeof from === 'object') {
      const [, json] = DATA_BLOCK.exec(from.document) ?? [];
      if (json === undefined) throw new Error('its earlier document has no data.');
      return json;
    }
    if (!source || value === undefined) throw new Error('there is no data for it.');
    return shell.embed(source.prepare(value, sanitiserWindow));
  }

  async function renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>> {
    return Promise.resolve(shell.renderSiteFiles(pages, addresses(shellApp)));
  }

  /** A remote's bundle, run once for each route: no page sees what another one left behind. */
  function moduleOf(app: string, route: string): RemoteServerModule {
    const key = keyOf(app, route);
    const known = modules.get(key);
    if (known) return known;
    const evaluate = remotes.get(app);
    if (!evaluate) throw new Error(`${app} is no remote of this release.`);
    const module = evaluate() as RemoteServerModule;
    modules.set(key, module);
    return module;
  }

  /** What fills an app's pages, by the path of the route. */
  function sourcesOf(app: string): [route: string, PageSource][] {
    if (!remotes.has(app)) return [];
    const { routes, sources = {} } = moduleOf(app, '');
    return Object.entries(sources).map(([id, source]) => {
      const route = routes.find((one) => one.id === id);
      if (!route) throw new Error(`${app} has data for ${id}, which is no route of it.`);
      return [route.path, source];
    });
  }
}

let window: unknown;

/** The one window that rich HTML is sanitised with. It is loaded when it is first asked for: that takes a while. */
function sanitiserWindow(): unknown {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as typeof jsdom;
  return (window ??= new JSDOM('').window);
}

async function list(app: string, source: PageSource, read: ReadBackend) {
  try {
    const entries = await source.list(read);
    const pictures: DataPictures = {};
    const hashes = [...entries].map(([param, value]) => {
      if (value === undefined) throw new Error(`there is no data for '${param}'`);
      const hash = sha256(JSON.stringify(value));
      const names = source.pictures?.(value) ?? [];
      const bad = names.find((name) => !isPictureName(name));
      if (bad !== undefined) throw new Error(`${bad} is no picture's name`);
      if (names.length > 0) pictures[hash] = names;
      return [param, hash] as const;
    });
    return { entries, hashes: Object.fromEntries(hashes), pictures };
  } catch (cause) {
    // What the backend does wrong is told by its own error, whatever a remote makes of it.
    if (cause instanceof Error && cause.name === 'BackendError') throw cause;
    throw new Error(`${app} cannot say which pages it has: ${messageOf(cause)}. Correct its server bundle.`, {
      cause,
    });
  }
}

function keyOf(app: string, route: string): string {
  return `${app} ${route}`;
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
export function addresses({ artifact }: LoadedArtifact): Record<string, string> {
  return Object.fromEntries(
    Object.keys(artifact.files)
      .filter((name) => !/\.(?:js|css|map)$/.test(name))
      .map((name) => [name, assetUrl(artifact, name)]),
  );
}

/** Style sheets as a document inlines them: what they refer to is named by its full address. */
export function styles(app: LoadedArtifact, chunk: ArtifactChunk): { name: string; css: string }[] {
  const files = addresses(app);
  return chunk.styles.map((name) => {
    const css = app.files.get(name)?.toString();
    if (css === undefined) throw new Error(`the style sheet ${name} is missing.`);
    return {
      name,
      css: css.replace(/url\(([^)"']+)\)/g, (all, file: string) =>
        files[file] ? `url(${files[file]})` : all,
      ),
    };
  });
}

/** A script as a document names it. */
export function asset({ artifact }: LoadedArtifact, name: string): ReleaseAsset {
  const file = artifact.files[name];
  if (!file) throw new Error(`the script ${name} is missing.`);
  return { url: assetUrl(artifact, name), integrity: file.integrity };
}
