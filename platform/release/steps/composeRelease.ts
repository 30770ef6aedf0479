import { pageAddress, isPattern } from '../../render/pageAddress';
import { isStored } from '../listStored';
import {
  pagePath,
  type AppBuild,
  type BehindPage,
  type DataHashes,
  type Release,
  type ReleasePage,
} from '../Release';

/** The pause between two attempts to render a page with the same builds and data, in milliseconds. */
const PAUSE = 3_600_000;

export interface PageToRender {
  /** The file name, e.g. `projects/abc.html`. */
  file: string;
  app: string;
  route: string;
  /** The address or pattern of the page; `*` for the 404 page. */
  path: string;
  /** The page's entry in the route's source (see `PageSource.list`); absent if the page shows no data. */
  entry?: string;
  /** The hash of the page's data; absent if the page shows no data. */
  data?: string;
}

/** A page that can be copied from an earlier release, because it was rendered with the same builds and data. */
export interface PageToCopy {
  page: PageToRender;
  source: ReleasePage;
}

interface Composition {
  /** The live pages that the next release keeps, including the last versions of pages that are still behind. */
  pages: Release['pages'];
  /** The pages that could not be rendered, and that are not yet due for another attempt. */
  behind: NonNullable<Release['behind']>;
  toCopy: PageToCopy[];
  toRender: PageToRender[];
}

interface CompositionOptions {
  builds: AppBuild[];
  live?: Release | undefined;
  /** Earlier releases. Pages that were rendered with the next release's builds and data are copied from them. */
  earlier?: Release[];
  stored: ReadonlySet<string>;
  /**
   * Whether to retry every page that is behind (see `Release.behind`). By default, such a page is retried after an hour, or
   * when its builds or data have changed.
   */
  retries?: boolean;
  now: Date;
  data: DataHashes;
}

/**
 * Works out the pages of the next release. A live page is kept if it was rendered with the next release's builds and data,
 * and if the store still has it in all encodings.
 *
 * @throws Error if two pages have the same address
 */
export function composeRelease({
  builds,
  live,
  earlier = [],
  stored,
  retries = false,
  now,
  data,
}: CompositionOptions): Composition {
  const composed: Composition = { pages: {}, behind: {}, toCopy: [], toRender: [] };
  for (const page of listPages(builds, data)) {
    const { file } = page;
    const current = live?.pages[file];
    const last = current && isStored(stored, file, current.content) ? current : undefined;
    const failure = live?.behind?.[file];
    const isSame = live !== undefined && isMadeFrom(live, page, builds);
    // Whether visitors get a page at this address: the page's last version or, if a route's pattern matches the address, the
    // pattern's own page.
    const isAnswered = last !== undefined || page.path !== page.route;
    const isPaused = failure && isAnswered && !retries && now.getTime() - Date.parse(failure.tried) < PAUSE;
    if (isSame && isPaused) {
      composed.behind[file] = failure;
      if (last) composed.pages[file] = last;
    } else if (isSame && !failure && last) {
      composed.pages[file] = last;
    } else {
      const source = earlier.find(
        (release) => release.pages[file] && !release.behind?.[file] && isMadeFrom(release, page, builds),
      );
      const copied = source?.pages[file];
      if (copied && isStored(stored, file, copied.content)) composed.toCopy.push({ page, source: copied });
      else composed.toRender.push(page);
    }
  }
  return composed;
}

function isMadeFrom(
  release: Release,
  { app, route, entry, data }: PageToRender,
  builds: AppBuild[],
): boolean {
  const isSameBuild = (name: string) =>
    release.builds[name]?.version === builds.find((build) => build.app === name)?.version;
  const before = entry === undefined ? undefined : release.data[app]?.[route]?.[entry];
  return isSameBuild(app) && isSameBuild('shell') && before === data;
}

/**
 * Returns a page's entry in a release, together with the versions of the builds that rendered the page. A later release
 * reuses the entry if the page cannot be rendered again.
 *
 * @param stored the keys of the pages in the store
 * @returns undefined if the release does not have the page, or if the store has lost it
 */
export function lastVersion(
  release: Release,
  file: string,
  stored: ReadonlySet<string>,
): ReleasePage | undefined {
  const page = release.pages[file];
  if (!page || !stored.has(`pages/${page.content}`)) return undefined;
  const { version = release.builds[page.app]?.version, shell = release.builds.shell?.version } = page;
  return { ...page, ...(version !== undefined && { version }), ...(shell !== undefined && { shell }) };
}

/** Makes the entry in `Release.behind` for a page that could not be rendered. */
export function behindPage({ app, route, file, path }: PageToRender, now: Date): BehindPage {
  return { app, ...routeIn({ file, route, path }), tried: now.toISOString() };
}

/**
 * Returns an object with the `route` field for a page's entry in a release. The object is empty if the route's path equals
 * the page's address.
 */
export function routeIn({ file, route, path }: Pick<PageToRender, 'file' | 'route' | 'path'>) {
  return pagePath(file, {}) === path && route === path ? {} : { route };
}

interface RemoteRoute {
  app: string;
  route: string;
  /** The hashes of the route's data, by entry; undefined if the route has no source, or if its data has never been read. */
  hashes: Record<string, string> | undefined;
}

function listPages(builds: AppBuild[], data: DataHashes): PageToRender[] {
  const notFound: PageToRender = { app: 'shell', file: '404.html', route: '*', path: '*' };
  const pages = new Map([[notFound.file, notFound]]);
  const routes = listRoutes(builds, data);
  for (const route of routes) {
    assertOwnFile(route, pages);
    const page = pageOfRoute(route);
    pages.set(page.file, page);
  }
  // If a route and an entry have the same address, the route's page is used.
  for (const route of routes) {
    for (const page of pagesOfEntries(route)) {
      if (!pages.has(page.file)) pages.set(page.file, page);
    }
  }
  return [...pages.values()];
}

function listRoutes(builds: AppBuild[], data: DataHashes): RemoteRoute[] {
  const routes: RemoteRoute[] = [];
  for (const { app, remote } of builds) {
    for (const route of remote?.paths ?? []) routes.push({ app, route, hashes: data[app]?.[route] });
  }
  return routes;
}

/** @throws Error if another page already has the file name of the route's page */
function assertOwnFile({ app, route }: RemoteRoute, pages: ReadonlyMap<string, PageToRender>): void {
  const file = pageFile(route);
  const other = pages.get(file) ?? pages.get(unknownFile(file));
  if (!other) return;
  throw new Error(
    `${route} of ${app} would be stored as ${file}, where a page of ${other.app} is stored: give it another path.`,
  );
}

/** A pattern's own page shows no data, because each entry has a page of its own. */
function pageOfRoute({ app, route, hashes }: RemoteRoute): PageToRender {
  const file = pageFile(route);
  if (!isPattern(route)) {
    const data = hashes?.[''];
    return { app, file, route, path: route, ...(data !== undefined && { entry: '', data }) };
  }
  // Once the pattern's entries have been read, an address that belongs to no entry gets status 404.
  return { app, file: hashes === undefined ? file : unknownFile(file), route, path: route };
}

/** An entry that cannot be part of an address has no page of its own. */
function pagesOfEntries({ app, route, hashes = {} }: RemoteRoute): PageToRender[] {
  const pages: PageToRender[] = [];
  for (const [entry, data] of Object.entries(hashes)) {
    const path = pageAddress(route, entry);
    if (path !== undefined) pages.push({ app, file: pageFile(path), route, path, entry, data });
  }
  return pages;
}

/**
 * Returns the file name for an address or a pattern: `index.html` for `/`, `projects.html` for `/projects`,
 * `projects?a=b.html` for `/projects?a=b`, and `projects/_.html` for `/projects/:projectId`.
 *
 * @throws Error if a segment other than the last one varies, because a fixed web server configuration could not serve such a
 *   path; or if the only segment varies, because the path would match every unknown address
 */
export function pageFile(path: string): string {
  // The root has no segment, so its file is named `index`, followed by the query if there is one.
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

/**
 * Returns the name of the file that is served, with status 404, at addresses that match a pattern but belong to no entry:
 * `projects/_.404.html` for `projects/_.html`.
 */
function unknownFile(file: string): string {
  return file.replace(/_\.html$/, '_.404.html');
}
