/** How many characters of a query are searched for a parameter that selects a page. */
const QUERY_LIMIT = 2000;

type Resolved = { redirect: string } | { page: string; status: 200 | 404; isStandIn?: true };

/**
 * Finds the page for a URL. A page with exactly this URL takes precedence over the page of the pattern that the URL
 * matches. If there is neither, the 404 page is found.
 *
 * - A path that differs from a page's path only in case is redirected to that page. The value of a pattern's parameter
 *   keeps its case.
 * - If all entries of a pattern are known, the pattern's page is `_.404.html`, and is sent with status 404. Otherwise, it
 *   is `_.html`, and is sent with status 200.
 * - If a page could not be rendered and the release has no older version of it, `_.404.html` is sent with status 200. The
 *   browser then renders the page.
 * - A page may have variants that are selected by one query parameter. Only the first value of that parameter counts, and
 *   all other parameters are ignored.
 *
 * Paths are only compared with names in the release, so no path reaches the file system. `listPages` in
 * `release/steps/composeRelease.ts` decides which pages exist.
 *
 * @param path the requested path, still percent-encoded, without the query
 * @param query the query with its `?`, or an empty string
 * @returns the URL to redirect to, or a page's file name and status. `isStandIn` is set if the file is sent in place of a
 *   page that could not be rendered. In that case, the response must not be cached
 */
export function resolveAddress(
  path: string,
  query: string,
  { pages, behind = {} }: { pages: object; behind?: object | undefined },
): Resolved {
  const isPage = (file: string) => Object.hasOwn(pages, file);
  const canonical = inCaseOfPage(canonicalPath(path), isPage);
  if (canonical !== path) return { redirect: canonical + query };
  // The name of a page never contains a NUL.
  if (path.includes('%00')) return { page: '404.html', status: 404 };

  const name = path === '/' ? 'index' : path.slice(1);
  if (!FILE_NAME.test(path) && isPage(`${name}.html`)) {
    const variants = query === '' ? [] : parametersIn(query).map((parameter) => `${name}?${parameter}.html`);
    return { page: variants.find(isPage) ?? `${name}.html`, status: 200 };
  }
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  if (parent && isPage(`${parent}/_.html`)) return { page: `${parent}/_.html`, status: 200 };
  if (parent && Object.hasOwn(behind, `${name}.html`) && isPage(`${parent}/_.404.html`))
    return { page: `${parent}/_.404.html`, status: 200, isStandIn: true };
  if (parent && isPage(`${parent}/_.404.html`)) return { page: `${parent}/_.404.html`, status: 404 };
  return { page: '404.html', status: 404 };
}

/** Matches a path, such as `/index`, that is the name of a page's file but not the page's own path. */
const FILE_NAME = /\/_(?:\.404)?$|^\/(?:404|index)$/;

/**
 * Corrects the case of a path. The paths of pages are in lower case, except for the values of patterns' parameters. A path
 * that leads to no page is returned unchanged.
 */
function inCaseOfPage(path: string, isPage: (file: string) => boolean): string {
  const lower = path.toLowerCase();
  if (lower === path || isPage(`${path.slice(1)}.html`)) return path;
  const end = path.lastIndexOf('/');
  const parent = lower.slice(1, end);
  if (parent && (isPage(`${parent}/_.html`) || isPage(`${parent}/_.404.html`))) {
    return `/${parent}${path.slice(end)}`;
  }
  return isPage(`${lower.slice(1)}.html`) && !FILE_NAME.test(lower) ? lower : path;
}

/**
 * Lists a query's parameters as `name=value`. If a parameter has several values, only the first is listed. Values are
 * escaped as in a release's file names. If a query is longer than `QUERY_LIMIT`, only its beginning is read.
 */
function parametersIn(query: string): string[] {
  const end = query.length > QUERY_LIMIT ? Math.max(0, query.lastIndexOf('&', QUERY_LIMIT)) : query.length;
  const searched = query.slice(0, end);
  const first = new Map([...new URLSearchParams(searched)].reverse());
  return [...first].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * Normalises a path: removes double slashes, a final slash, a final `index.html`, and needless escapes. A `\` counts as a
 * slash, as it does in browsers.
 */
function canonicalPath(path: string): string {
  // If there are several consecutive `/index.html` segments, the lookbehind lets a match begin only at the first. Without
  // it, a match would be tried at each of them, which would take quadratic time.
  const trimmed =
    path.replaceAll(/[/\\]+/g, '/').replace(/(?<!\/index\.html)(?:\/index\.html|\/)+$/i, '') || '/';
  // The path is both trimmed and decoded before the redirect, so that a single redirect is enough.
  const decoded = trimmed.replaceAll(/%(?!2f)[2-7][\da-f]/gi, decodeURIComponent);
  return /^[\w/-]+$/.test(decoded) ? decoded : trimmed;
}
