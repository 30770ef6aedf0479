import { randomBytes } from 'node:crypto';
import type { Artifact } from '../build/Artifact';
import { assertCompatible } from './checks/assertCompatible';
import { addressOf, isPattern } from './pageAddress';
import type { FailedPage, Release, ReleasePage } from './Release';

/**
 * The hashes of the backend's data for pages: by app, by the route's path, and by the source's entry
 * (`PageSource.list`).
 */
export type DataHashes = Record<string, Record<string, Record<string, string>>>;

/** A page that has to be rendered. */
export interface PageToRender extends Omit<
  ReleasePage,
  'route' | 'content' | 'listed' | 'modified' | 'pictures'
> {
  /** The file name, e.g. `projects/abc.html`. */
  file: string;
  /** The path of the page's route, e.g. `/projects/:projectId`. */
  route: string;
}

/** A release, and the pages that still have to be rendered for it. */
interface Composition {
  release: Release & Required<Pick<Release, 'failed'>>;
  toRender: PageToRender[];
}

interface CompositionOptions {
  /** All builds of the release: the shell and the remotes. */
  artifacts: Artifact[];
  /** The id of the release that is live, if there is one. */
  base?: string | undefined;
  /** The releases to reuse pages from, if the same builds and data made them. The live one comes first. */
  from?: Release[] | undefined;
  /** The apps whose failed pages are rendered again even if builds and data are the same. */
  retried?: readonly string[];
  /** The time of the release. */
  now: Date;
  /** The backend's data. The data of routes that are absent here is unknown. */
  data?: DataHashes;
}

/**
 * Works out the release that results when builds go live. The function is pure, except for the random part of the id.
 *
 * @throws Error if the builds are incompatible
 */
export function composeRelease({
  artifacts,
  base,
  from = [],
  retried = [],
  now,
  data = {},
}: CompositionOptions): Composition {
  const shell = assertCompatible(artifacts);
  const id = `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;

  const [live] = from;
  const pages: Record<string, ReleasePage> = {};
  const failed: Record<string, FailedPage> = {};
  const toRender: PageToRender[] = [];
  for (const page of listPages(shell, artifacts, data)) {
    const { file } = page;
    const stored = from.map((release) => release.pages[file]).find((one) => one && isMadeOf(one, page));
    const failure = live?.failed?.[file];
    if (stored) {
      pages[file] = stored;
    } else if (failure && isMadeOf(failure, page) && !retried.includes(page.app)) {
      failed[file] = failure;
      const last = live.pages[file];
      if (last) pages[file] = last;
    } else {
      toRender.push(page);
    }
  }
  const apps = Object.fromEntries(artifacts.map(({ app, version }) => [app, version]));
  return {
    release: { id, createdAt: now.toISOString(), ...(base && { base }), apps, pages, failed, files: {} },
    toRender,
  };
}

/** A route of a remote, with what the backend has for its pages. */
interface RemoteRoute {
  artifact: Artifact;
  route: string;
  /** The hashes of its data by the source's entry; undefined if the backend was not asked. */
  hashes: Record<string, string> | undefined;
}

/** All pages of a set of builds, for each entry that the backend lists. */
function listPages(shell: Artifact, artifacts: Artifact[], data: DataHashes): PageToRender[] {
  const notFound = pageOf(shell, shell, { file: '404.html', route: '*', path: '*' });
  const pages = new Map([[notFound.file, notFound]]);
  const routes = listRoutes(artifacts, data);
  for (const route of routes) {
    expectOwnFile(route, pages);
    const page = pageOfRoute(shell, route);
    pages.set(page.file, page);
  }
  // A route with exactly the address of an entry keeps its page.
  for (const route of routes) {
    for (const page of pagesOfEntries(shell, route)) {
      if (!pages.has(page.file)) pages.set(page.file, page);
    }
  }
  return [...pages.values()];
}

function listRoutes(artifacts: Artifact[], data: DataHashes): RemoteRoute[] {
  const routes: RemoteRoute[] = [];
  for (const artifact of artifacts) {
    const { app, remote } = artifact;
    for (const route of remote?.paths ?? []) routes.push({ artifact, route, hashes: data[app]?.[route] });
  }
  return routes;
}

/** @throws Error if another page already has the route's file */
function expectOwnFile({ artifact, route }: RemoteRoute, pages: ReadonlyMap<string, PageToRender>): void {
  const file = pageFile(route);
  const other = pages.get(file) ?? pages.get(unknownFile(file));
  if (!other) return;
  throw new Error(
    `${route} of ${artifact.app} would be stored as ${file}, like a page of ${other.app}: give it another path.`,
  );
}

/** The page of a route itself. A pattern's own page shows no data, because each entry has a page. */
function pageOfRoute(shell: Artifact, { artifact, route, hashes }: RemoteRoute): PageToRender {
  const file = pageFile(route);
  if (!isPattern(route)) return pageOf(shell, artifact, { file, route, path: route, hash: hashes?.[''] });
  // If the backend has listed a pattern's entries, its other addresses are answered with status 404.
  const answered = hashes === undefined ? file : unknownFile(file);
  return pageOf(shell, artifact, { file: answered, route, path: route });
}

/** The pages of a route's entries. Those that cannot be file names have none, and get the pattern's page. */
function pagesOfEntries(shell: Artifact, { artifact, route, hashes = {} }: RemoteRoute): PageToRender[] {
  const pages: PageToRender[] = [];
  for (const [entry, hash] of Object.entries(hashes)) {
    const path = addressOf(route, entry);
    if (path !== undefined) pages.push(pageOf(shell, artifact, { file: pageFile(path), route, path, hash }));
  }
  return pages;
}

interface PageAddress extends Pick<PageToRender, 'file' | 'route' | 'path'> {
  /** The hash of the page's data. */
  hash?: string | undefined;
}

function pageOf(shell: Artifact, owner: Artifact, { file, route, path, hash }: PageAddress): PageToRender {
  return {
    file,
    route,
    app: owner.app,
    path,
    version: owner.version,
    shell: shell.version,
    ...(hash !== undefined && { data: hash }),
  };
}

const PARTS = ['app', 'path', 'version', 'shell', 'data'] as const;

/** Whether a rendered or failed page of a release has the same builds and data as a page to render. */
export function isMadeOf(stored: Omit<ReleasePage, 'content'>, page: PageToRender): boolean {
  return PARTS.every((part) => stored[part] === page[part]);
}

/**
 * The file that answers an address: `/` is `index.html`, `/projects` is `projects.html`, `/projects?a=b` is
 * `projects?a=b.html`, `/projects/:projectId` is `projects/_.html`.
 *
 * @throws Error if a segment before the last varies, because a fixed web server configuration could not serve that, or
 *   if the only segment varies, because it would match every unknown address
 */
export function pageFile(path: string): string {
  // The root has no segment, so it gets one. A query may follow it.
  const named = path.replace(/^\/(?=\?|$)/, '/index');
  const segments = named.split('/').filter(Boolean);
  const last = segments.length - 1;
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const varies = segment.startsWith(':');
    const mayVary = index === last && index > 0;
    if (varies && !mayVary)
      throw new Error(`${path}: only the last segment of a path may vary, and only if it is not the first.`);
    names.push(varies ? '_' : segment);
  }
  return `${names.join('/')}.html`;
}

/** The file of a pattern's page that is served with status 404: `projects/_.404.html` for `projects/_.html`. */
function unknownFile(file: string): string {
  return file.replace(/_\.html$/, '_.404.html');
}

/** The file of a pattern's page that stands in for pages that could not be rendered: `projects/_.200.html`. */
export function standInFile(route: string): string {
  return pageFile(route).replace(/_\.html$/, '_.200.html');
}
