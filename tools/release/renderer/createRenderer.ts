import { createRequire } from 'node:module';
import { messageOf } from '@site/backend/messageOf';
import { isPictureName } from '@site/shared/api/pictureCopy';
import type {
  PageHead,
  PageSource,
  ReadBackend,
  ReleaseAsset,
  RemoteServerModule,
} from '@site/shared/remote';
import type { ListedPage, RenderedPage } from '@site/shared/shell';
import type * as jsdom from 'jsdom';
import type { Artifact, ArtifactChunk } from '../../build/Artifact';
import type { LoadedArtifact } from '../../store/readArtifact';
import { entryAt, isPattern } from '../pageAddress';
import { assetUrl, releaseRemote } from '../releaseRemote';
import { loadBundles } from './loadBundles';

/** One page to render; plain data, so that it can cross to another process. */
export interface PageJob {
  /** The path of the route that answers it; `*` for the 404 page. */
  route: string;
  /** Its address; the route's own path for the page of a pattern. */
  path: string;
  /** What the backend has of it, as JSON; absent without data. */
  data?: string;
  /** Of a pattern: answers for pages that exist but could not be rendered, so search engines may list it. */
  isStandIn?: true;
}

/** A rendered page. */
export interface PageDocument {
  html: string;
  /** Whether search engines may list it. */
  listed: boolean;
  /** When what it shows was last changed, ISO 8601. */
  modified?: string;
  /** The pictures that it offers copies of, by name. */
  pictures?: string[];
}

/** What the backend has for the pages of a route: JSON by the entry of its source (`PageSource.list`). */
export interface RouteEntries {
  route: string;
  entries: [entry: string, json: string][];
}

/** Renders the pages of one app. */
interface Renderer {
  /** Loads what takes long to load, so that no page has to wait for it. What fails here fails for the page, too. */
  warmUp: () => void;
  /**
   * Reads from the backend what fills the app's pages, before anything has shaped it.
   *
   * @throws BackendError if the backend cannot be read
   * @throws Error if the app fails by itself
   */
  list: (read: ReadBackend) => Promise<RouteEntries[]>;
  /** @throws Error that names the page and why it cannot be rendered */
  renderPage(job: PageJob): Promise<PageDocument>;
  /** The files at the site's root, by name. */
  renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>>;
}

/**
 * Makes the renderer of an app's pages, which runs its server bundle and the shell's in this process.
 *
 * @param app the shell for its own pages
 */
export function createRenderer(shellApp: LoadedArtifact, app: LoadedArtifact): Renderer {
  const { shell, evaluate } = loadBundles(shellApp, app);
  const isRemote = app.artifact.remote !== undefined;
  const name = app.artifact.app;
  const modules = isRemote ? remoteModules(name, evaluate) : undefined;
  return {
    warmUp() {
      try {
        if (modules && modules.sources().length > 0) sanitiserWindow();
      } catch {
        // The page that needs it says why.
      }
    },
    list: async (read) => listEntries(name, modules?.sources() ?? [], read),
    async renderPage(job) {
      try {
        return await documentOf(job);
      } catch (cause) {
        throw new Error(`${job.path} of ${name} cannot be rendered: ${messageOf(cause)}`, { cause });
      }
    },
    renderSiteFiles: (pages) => Promise.resolve(shell.renderSiteFiles(pages, addresses(shellApp))),
  };

  async function documentOf({ route, path, data, isStandIn }: PageJob): Promise<PageDocument> {
    const source = data === undefined ? undefined : modules?.sources().find(([one]) => one === route)?.[1];
    if (data !== undefined && !source) throw new Error('nothing of the app takes its data.');
    const value: unknown = data && JSON.parse(data);
    // The page shows exactly what it embeds.
    const json = source && shell.embed(source.prepare(value, sanitiserWindow));
    const shown: unknown = json && JSON.parse(json);
    const routes = modules?.of(route).routes ?? [];
    // A pattern's page is rendered for a parameter that nothing has.
    const rendered = await shell.render(isRemote ? path.replace(/:[^/]+$/, '_') : '/404', routes, shown);
    const page = isStandIn ? withoutNoindex(rendered) : rendered;
    if (isRemote && page.status === 404) throw new Error('it has no route.');
    const head: PageHead | undefined = json ? source.head?.(shown, entryAt(route, path)) : undefined;
    const subject = modules?.of(route).subjects?.[page.route];
    const remote = releaseRemote(app.artifact);
    const own = isRemote ? pageChunk(app.artifact, page.route) : { scripts: [], styles: [] };
    const { entry } = shellApp.artifact;
    const [main] = entry.scripts.map((script) => asset(shellApp, script));
    if (!main) throw new Error('the shell has no script.');
    const html = shell.renderDocument({
      page,
      ...(isRemote && !isPattern(path) && { pathname: path }),
      ...(head && { head }),
      ...(subject && { subject }),
      ...(json && { data: json }),
      block: { shell: shellApp.artifact.version, ...(remote && { remote }) },
      styles: [...styles(shellApp, entry), ...styles(app, own)],
      main,
      preloads: own.scripts.map((script) => asset(app, script)),
      files: { ...addresses(shellApp), ...addresses(app) },
    });
    const listed = isRemote && !isPattern(path) && (page.handle.index !== false || head !== undefined);
    // One with a query shows pictures of the page without.
    const pictures = source && (isPattern(route) || path === route) ? picturesIn(source, value) : [];
    return {
      html,
      listed,
      ...(head?.modified && { modified: head.modified }),
      ...(pictures.length > 0 && { pictures }),
    };
  }
}

/** A rendered page whose document does not keep search engines away, whichever shell writes it. */
function withoutNoindex(page: RenderedPage): RenderedPage {
  const { index: _, ...handle } = page.handle;
  return { ...page, handle };
}

/** What a remote's bundle gives to render with. */
function remoteModules(app: string, evaluate: () => unknown) {
  const modules = new Map<string, RemoteServerModule>();
  /** The bundle, run once for each route: no page sees what another one left behind. */
  const of = (route: string) => {
    const module = modules.get(route) ?? (evaluate() as RemoteServerModule);
    modules.set(route, module);
    return module;
  };
  /** What fills the app's pages, by the path of the route. */
  const sources = () => {
    const { routes, sources: byId = {} } = of('');
    return Object.entries(byId).map(([id, source]): [string, PageSource] => {
      const route = routes.find((one) => one.id === id);
      if (!route) throw new Error(`${app} has data for ${id}, which is no route of it.`);
      return [route.path, source];
    });
  };
  return { of, sources };
}

let window: unknown;

/** The one window that rich HTML is sanitised with. It is loaded when it is first asked for: that takes a while. */
function sanitiserWindow(): unknown {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as typeof jsdom;
  return (window ??= new JSDOM('').window);
}

async function listEntries(
  app: string,
  sources: [route: string, PageSource][],
  read: ReadBackend,
): Promise<RouteEntries[]> {
  const listed: RouteEntries[] = [];
  try {
    for (const [route, source] of sources) {
      const entries: RouteEntries['entries'] = [];
      for (const [entry, value] of await source.list(read)) {
        if (value === undefined) throw new Error(`there is no data for '${entry}'`);
        entries.push([entry, JSON.stringify(value)]);
      }
      listed.push({ route, entries });
    }
    return listed;
  } catch (cause) {
    // A failure of the backend stays a BackendError, whatever the remote makes of it.
    if (cause instanceof Error && cause.name === 'BackendError') throw cause;
    throw new Error(`${app} cannot say which pages it has: ${messageOf(cause)}. Correct its server bundle.`, {
      cause,
    });
  }
}

function picturesIn(source: PageSource, value: unknown): string[] {
  const names = [...new Set(source.pictures?.(value))].sort();
  const bad = names.find((name) => !isPictureName(name));
  if (bad !== undefined) throw new Error(`${bad} is no picture's name`);
  return names;
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
