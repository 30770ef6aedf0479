import { randomBytes } from 'node:crypto';
import type { Artifact } from '../build/Artifact';
import { assertCompatible } from './checks/assertCompatible';
import { addressOf, isPattern } from '../render/pageAddress';
import type { FailedPage, Release, ReleasePage } from './Release';

/**
 * The hashes of the pages' backend data: by app, in each app by route path, and in each route by the entries that its
 * source lists (`PageSource.list`).
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
  /**
   * The releases to reuse pages from, the live release first. A page is reused if it was made from the same builds and
   * data.
   */
  from?: Release[] | undefined;
  /** The apps whose failed pages are rendered again even if their builds and data are the same. */
  retried?: readonly string[];
  /** The time of the release. */
  now: Date;
  /** The backend's data. Routes that are absent here have unknown data. */
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
    // The answers and forms do not affect which pages are rendered, and are added afterwards.
    release: {
      id,
      createdAt: now.toISOString(),
      ...(base && { base }),
      apps,
      pages,
      failed,
      answers: {},
      forms: {},
      files: {},
    },
    toRender,
  };
}

/** A route of a remote, with the backend's data for its pages. */
interface RemoteRoute {
  artifact: Artifact;
  route: string;
  /** The hashes of the route's data, by entry; undefined if the backend was not read. */
  hashes: Record<string, string> | undefined;
}

/** All pages of a set of builds, including one for each entry that the backend lists. */
function listPages(shell: Artifact, artifacts: Artifact[], data: DataHashes): PageToRender[] {
  const notFound = pageOf(shell, shell, { file: '404.html', route: '*', path: '*' });
  const pages = new Map([[notFound.file, notFound]]);
  const routes = listRoutes(artifacts, data);
  for (const route of routes) {
    expectOwnFile(route, pages);
    const page = pageOfRoute(shell, route);
    pages.set(page.file, page);
  }
  // If a route and an entry have the same address, the route's page is used.
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
    `${route} of ${artifact.app} would be stored as ${file}, where a page of ${other.app} is stored: give it another path.`,
  );
}

/** The page of a route itself. A pattern's own page shows no data, because each entry has a page of its own. */
function pageOfRoute(shell: Artifact, { artifact, route, hashes }: RemoteRoute): PageToRender {
  const file = pageFile(route);
  if (!isPattern(route)) return pageOf(shell, artifact, { file, route, path: route, hash: hashes?.[''] });
  // Once the backend has listed a pattern's entries, every other address of the pattern is a 404.
  const answered = hashes === undefined ? file : unknownFile(file);
  return pageOf(shell, artifact, { file: answered, route, path: route });
}

/**
 * The pages of a route's entries. An entry that cannot be a file name has no page of its own, and gets the pattern's
 * page.
 */
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

/** Whether `stored`, the entry of a rendered or failed page, has the same builds and data as `page`. */
export function isMadeOf(stored: Omit<ReleasePage, 'content'>, page: PageToRender): boolean {
  return PARTS.every((part) => stored[part] === page[part]);
}

/**
 * The file that answers an address: `/` is `index.html`, `/projects` is `projects.html`, `/projects?a=b` is
 * `projects?a=b.html`, `/projects/:projectId` is `projects/_.html`.
 *
 * @throws Error if a segment other than the last one varies (a fixed web server configuration could not serve such
 *   paths), or if the only segment varies (the path would match every unknown address)
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

/** The file that is served as a 404 for a pattern's unknown addresses: `projects/_.404.html` for `projects/_.html`. */
function unknownFile(file: string): string {
  return file.replace(/_\.html$/, '_.404.html');
}

/** The file that is served in place of a pattern's failed pages: `projects/_.200.html`. */
export function standInFile(route: string): string {
  return pageFile(route).replace(/_\.html$/, '_.200.html');
}
