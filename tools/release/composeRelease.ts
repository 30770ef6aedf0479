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

/** All pages of a set of builds, including one for each entry that the backend lists. */
function listPages(shell: Artifact, artifacts: Artifact[], data: DataHashes): PageToRender[] {
  const pages = new Map<string, PageToRender>();
  const add = ({ app, version }: Artifact, route: string, file: string, path = route, entry = '') => {
    const isPatternPage = isPattern(route) && entry === '';
    const hash = isPatternPage ? undefined : data[app]?.[route]?.[entry];
    const made = { app, path, version, shell: shell.version, ...(hash !== undefined && { data: hash }) };
    pages.set(file, { file, route, ...made });
  };
  add(shell, '*', '404.html');
  const routes = artifacts.flatMap((artifact) =>
    (artifact.remote?.paths ?? []).map((route) => ({ artifact, route })),
  );
  for (const { artifact, route } of routes) {
    const { app } = artifact;
    const file = pageFile(route);
    const other = pages.get(file) ?? pages.get(unknownFile(file));
    if (other)
      throw new Error(
        `${route} of ${app} would be stored as ${file}, like a page of ${other.app}: give it another path.`,
      );
    // If the backend has listed the entries of a pattern, all other addresses of the pattern have status 404.
    const isListed = isPattern(route) && data[app]?.[route] !== undefined;
    add(artifact, route, isListed ? unknownFile(file) : file);
  }
  for (const { artifact, route } of routes) {
    for (const entry of Object.keys(data[artifact.app]?.[route] ?? {})) {
      const path = addressOf(route, entry);
      const file = path && pageFile(path);
      // A route with exactly this path takes precedence. An address that cannot be a file name has no page of its own.
      if (file && !pages.has(file)) add(artifact, route, file, path, entry);
    }
  }
  return [...pages.values()];
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
  const segments = path
    .replace(/^\/(?=\?|$)/, '/index')
    .split('/')
    .filter(Boolean);
  const last = segments.length - 1;
  if (segments.some((segment, index) => segment.startsWith(':') && (index < last || index === 0))) {
    throw new Error(`${path}: only the last segment of a path may vary, and only if it is not the first.`);
  }
  return `${segments.map((segment) => (segment.startsWith(':') ? '_' : segment)).join('/')}.html`;
}

/** The file of a pattern's page that is served with status 404: `projects/_.404.html` for `projects/_.html`. */
function unknownFile(file: string): string {
  return file.replace(/_\.html$/, '_.404.html');
}

/** The file of a pattern's page that stands in for pages that could not be rendered: `projects/_.200.html`. */
export function standInFile(route: string): string {
  return pageFile(route).replace(/_\.html$/, '_.200.html');
}
