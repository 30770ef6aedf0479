import { createRequire } from 'node:module';
import { errorMessage } from '@site/shared/node/errorMessage';
import { isPictureName } from '@site/shared/api/pictureCopy';
import type {
  PageHead,
  PageSource,
  ReadBackend,
  ReleaseAsset,
  RemoteServerModule,
  SourceData,
} from '@site/shared/contract';
import type { DocumentParts, ListedPage, RenderedPage } from '@site/shared/shell';
import type * as jsdom from 'jsdom';
import type { BuildDescription, BuildChunk } from '../build/BuildDescription';
import type { LoadedBuild } from '../store/readBuild';
import { entryAt, isPattern } from './pageAddress';
import { assetUrl, entryIntegrity, releaseRemote } from './releaseRemote';
import { loadBundles } from './loadBundles';
import { findSource } from './findSource';

/** Matches text that is safe to use as `PageDocument.modified`, which is inserted into the sitemap. */
export const TIME_TEXT = /^[^\p{C}<>&"]{1,60}$/u;

/** A page to render, as plain data that can be sent to another process. */
export interface PageJob {
  /** The path of the page's route; `*` for the 404 page. */
  route: string;
  /** The page's address. The address of a pattern's page is the pattern itself. */
  path: string;
  /** The page's data from the backend, as JSON; absent if the page has none. */
  data?: string;
}

export interface PageDocument {
  html: string;
  /** Whether search engines may list the page. */
  listed: boolean;
  /** The time at which the page's content last changed, in ISO 8601 format. */
  modified?: string;
  /** The names of the pictures whose copies the page refers to; absent if there are none. */
  pictures?: string[];
}

/** The backend's data for a route's pages: the entries that the route's source lists, with their data as JSON. */
export interface RouteEntries {
  route: string;
  entries: [entry: string, json: string][];
}

/** The files and redirects that a remote makes from its data (see `RemoteServerModule`). They have not been checked yet. */
export interface MadeOfData {
  files: Record<string, string>;
  /** Maps each former address to the new address. */
  redirects: Record<string, string>;
}

interface BundleRenderer {
  /**
   * Asks the backend for the raw data for the app's pages. `renderPage` later passes the data to `PageSource.prepare`.
   *
   * @throws BackendError if the backend cannot be read
   * @throws Error if the app's own code fails
   */
  list: (read: ReadBackend) => Promise<RouteEntries[]>;
  /** @throws Error that names the page and says why it cannot be rendered */
  renderPage(job: PageJob): Promise<PageDocument>;
  renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>>;
  makesFiles(): Promise<boolean>;
  /** @throws Error if the app's own code fails */
  makeFiles(listed: RouteEntries[]): Promise<MadeOfData>;
}

/**
 * Creates a renderer for an app's pages. The renderer runs the server bundles of the app and of the shell in this process.
 *
 * @param app the app whose pages are rendered, which may be the shell
 */
export function createRenderer(shellApp: LoadedBuild, app: LoadedBuild): BundleRenderer {
  const { shell, evaluate } = loadBundles(shellApp, app);
  const isRemote = app.description.remote !== undefined;
  const name = app.description.app;
  const modules = isRemote ? remoteModules(name, evaluate) : undefined;
  return {
    list: async (read) => listEntries(name, modules?.sources() ?? [], read, describe),
    async renderPage(job) {
      try {
        return await makeDocument(job);
      } catch (cause) {
        const what = `${job.path} of ${name} cannot be rendered: ${describe(cause)}`;
        throw new Error(what, { cause });
      }
    },
    renderSiteFiles: (pages) => Promise.resolve(shell.renderSiteFiles(pages, addresses(shellApp))),
    makesFiles: () => Promise.resolve(Boolean(modules?.of('').files ?? modules?.of('').redirects)),
    makeFiles: (listed) => Promise.resolve(makeFiles(listed)),
  };

  function makeFiles(listed: RouteEntries[]): MadeOfData {
    if (!modules) return { files: {}, redirects: {} };
    const { sources = {}, routes, files, redirects } = modules.of('');
    const data: SourceData = {};
    for (const id of Object.keys(sources)) {
      const path = routes.find((route) => route.id === id)?.path;
      const { entries = [] } = listed.find(({ route }) => route === path) ?? {};
      data[id] = new Map(entries.map(([entry, json]) => [entry, JSON.parse(json) as unknown]));
    }
    try {
      return { files: files?.(data) ?? {}, redirects: redirects?.(data) ?? {} };
    } catch (cause) {
      throw new Error(describe(cause), { cause });
    }
  }

  function describe(error: unknown): string {
    const source = findSource(error, app);
    return source === undefined ? errorMessage(error) : `${errorMessage(error)} (${source})`;
  }

  async function makeDocument(job: PageJob): Promise<PageDocument> {
    const { route, path, data } = job;
    const prepared = data === undefined ? undefined : prepareData(route, data);
    const page = await renderRoute(job, prepared?.shown);
    const head: PageHead | undefined = prepared?.source.head?.(prepared.shown, entryAt(route, path));
    const subject = modules?.of(route).subjects?.[page.route];
    // A pattern's page and the 404 page are shown at many addresses, so they have no canonical address.
    const hasAddress = isRemote && !isPattern(path);
    const html = shell.renderDocument({
      page,
      ...(hasAddress && { pathname: path }),
      ...(head && { head }),
      ...(subject && { subject }),
      ...(prepared && { data: prepared.json }),
      ...documentFiles(page.route),
    });
    if (head?.modified !== undefined) assertTime(head.modified);
    const mayBeListed = page.handle.index !== false || head !== undefined;
    const pictures = prepared ? picturesShown(job, prepared) : [];
    return {
      html,
      listed: hasAddress && mayBeListed,
      ...(head?.modified && { modified: head.modified }),
      ...(pictures.length > 0 && { pictures }),
    };
  }

  /** @throws Error if the app has no route for the page's path, or if rendering fails */
  async function renderRoute({ route, path }: PageJob, shown: unknown): Promise<RenderedPage> {
    const routes = modules?.of(route).routes ?? [];
    // A pattern's page is rendered with the parameter value `_`, because no record's page has this value.
    const pathname = isRemote ? path.replace(/:[^/]+$/, '_') : '/404';
    const page = await shell.render(pathname, routes, shown);
    if (isRemote && page.status === 404) throw new Error('it has no route.');
    return page;
  }

  function documentFiles(routeId: string): DocumentFiles {
    const { entry, version } = shellApp.description;
    const remote = releaseRemote({ ...app.description, integrity: entryIntegrity(app.description) });
    const own = remote ? pageChunk(app.description, routeId) : { scripts: [], styles: [] };
    const [main] = entry.scripts;
    if (main === undefined) throw new Error('the shell has no script.');
    return {
      block: { shell: version, ...(remote && { remote }) },
      styles: [...styles(shellApp, entry), ...styles(app, own)],
      main: asset(shellApp, main),
      preloads: own.scripts.map((script) => asset(app, script)),
      files: { ...addresses(shellApp), ...addresses(app) },
    };
  }

  function prepareData(route: string, data: string): PreparedData {
    const found = modules?.sources().find((one) => one.route === route);
    if (!found) throw new Error('its route has no data source.');
    const { source } = found;
    const stored: unknown = JSON.parse(data);
    const json = shell.embed(source.prepare(stored, sanitiserWindow));
    return { source, stored, json, shown: JSON.parse(json) };
  }
}

/**
 * Rejects an invalid time, so that only its page fails. Without this check, the whole release would be refused.
 *
 * @throws Error if the time is invalid
 */
function assertTime(text: string): void {
  if (TIME_TEXT.test(text) && !Number.isNaN(Date.parse(text))) return;
  throw new Error(`its head has the time ${JSON.stringify(text)}, which is not a time.`);
}

type DocumentFiles = Pick<DocumentParts, 'block' | 'styles' | 'main' | 'preloads' | 'files'>;

interface RouteSource {
  route: string;
  source: PageSource;
}

interface PreparedData {
  source: PageSource;
  /** The data as the source listed it. */
  stored: unknown;
  /** The JSON that the page embeds. */
  json: string;
  /** The data that the page shows, parsed from `json`. */
  shown: unknown;
}

function remoteModules(app: string, evaluate: () => unknown) {
  const modules = new Map<string, RemoteServerModule>();
  /** Runs the bundle once for each route, so that routes share no module state. */
  const of = (route: string) => {
    const known = modules.get(route);
    if (known) return known;
    const module = evaluate() as RemoteServerModule;
    assertDistinct(app, module.routes);
    modules.set(route, module);
    return module;
  };
  const sources = (): RouteSource[] => {
    const { routes, sources: byId = {} } = of('');
    return Object.entries(byId).map(([id, source]) => {
      const route = routes.find((one) => one.id === id);
      if (!route) throw new Error(`${app} has a data source for ${id}, which is not one of its routes.`);
      return { route: route.path, source };
    });
  };
  return { of, sources };
}

/**
 * Checks that no two routes have the same id or path. If they did, the second route would get the first route's data and
 * scripts.
 *
 * @throws Error with advice if two routes have the same id or path
 */
function assertDistinct(app: string, routes: RemoteServerModule['routes']): void {
  for (const key of ['id', 'path'] as const) {
    const values = routes.map((route) => route[key]);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined)
      throw new Error(`two routes of ${app} have the ${key} ${twice}. Give each its own in src/routes.tsx.`);
  }
}

let window: unknown;

/** Loads jsdom only when a page's HTML has to be sanitised, because loading takes a quarter of a second. */
function sanitiserWindow(): unknown {
  if (!window) {
    const { JSDOM } = createRequire(import.meta.url)('jsdom') as typeof jsdom;
    window = new JSDOM('').window;
  }
  return window;
}

async function listEntries(
  app: string,
  sources: RouteSource[],
  read: ReadBackend,
  describe: (error: unknown) => string,
): Promise<RouteEntries[]> {
  const listed: RouteEntries[] = [];
  try {
    for (const { route, source } of sources) {
      const entries: RouteEntries['entries'] = [];
      for (const [entry, value] of await source.list(read)) {
        const json = JSON.stringify(value) as string | undefined;
        if (json === undefined) throw new Error(`there is no data for '${entry}'`);
        entries.push([entry, json]);
      }
      listed.push({ route, entries });
    }
    return listed;
  } catch (cause) {
    // Backend errors are passed on unchanged, because they are not the remote's fault.
    if (cause instanceof Error && cause.name === 'BackendError') throw cause;
    throw new Error(`${app} cannot list its pages: ${describe(cause)}. Fix its server bundle.`, {
      cause,
    });
  }
}

function picturesShown({ route, path }: PageJob, { source, stored }: PreparedData): string[] {
  // A page with a query shows the same pictures as the page without the query, and the latter already lists them.
  const hasQuery = !isPattern(route) && path !== route;
  if (hasQuery) return [];
  const names = [...new Set(source.pictures?.(stored))].sort();
  const invalid = names.find((name) => !isPictureName(name));
  if (invalid !== undefined) throw new Error(`${invalid} is not a picture name`);
  return names;
}

function pageChunk(description: BuildDescription, routeId: string): BuildChunk {
  const [remote, chunk = ''] = routeId.split('/');
  const page = description.pages[chunk];
  if (remote !== description.remote?.name || !page) {
    throw new Error(
      `its route id ${routeId} does not name a chunk of ${description.app}; expected <remote name>/<chunk name>, as one string.`,
    );
  }
  return {
    scripts: [...new Set([...description.entry.scripts, ...page.scripts])],
    styles: [...new Set([...description.entry.styles, ...page.styles])],
  };
}

/** Returns the public addresses of a build's fonts, icons and pictures, by file name. */
export function addresses({ description }: LoadedBuild): Record<string, string> {
  return Object.fromEntries(
    Object.keys(description.files)
      .filter((name) => !/\.(?:js|css|map)$/.test(name))
      .map((name) => [name, assetUrl(description, name)]),
  );
}

/** Returns a chunk's style sheets, ready for inlining: relative URLs are replaced with public addresses. */
export function styles(app: LoadedBuild, chunk: BuildChunk): { name: string; css: string }[] {
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

export function asset({ description }: LoadedBuild, name: string): ReleaseAsset {
  const file = description.files[name];
  if (!file) throw new Error(`the script ${name} is missing.`);
  return { url: assetUrl(description, name), integrity: file.integrity };
}
