/** How many characters of a query are searched for a parameter that selects a page. */
const QUERY_LIMIT = 2000;

type Resolved = { redirect: string } | { page: string; status: 200 | 404; isStandIn?: true };

/**
 * Finds the page for a URL: the exact page, then the pattern page of its parent, then the 404 page.
 *
 * - A path that differs from a page's path only in upper and lower case is redirected to that page. The value of a
 *   pattern's parameter keeps its case.
 * - If all entries of the pattern are known, the pattern page is `_.404.html`, with status 404; else it is `_.html`.
 * - For a page that could not be rendered, the pattern page is sent with status 200. The browser then renders the page, and
 *   the response is not cached.
 * - A page may have variants that are selected by one query parameter. Only the first value of that parameter counts, and
 *   all other parameters are ignored.
 *
 * Only names of the release are looked up, so no path reaches the file system. `listPages` in
 * `release/steps/composeRelease.ts` decides which pages exist.
 *
 * @param path the requested path, still percent-encoded, without query
 * @param query the query with its `?`, or an empty string
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

/** Matches a path that would name a page's file, such as `/index`, instead of the page. */
const FILE_NAME = /\/_(?:\.404)?$|^\/(?:404|index)$/;

/** Corrects the case of a path, because the paths of pages are in lower case. A path without a page stays unchanged. */
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
 * The parameters of a query, each with its first value, encoded as in the file names of a release. Only the beginning of an
 * overlong query is read.
 */
function parametersIn(query: string): string[] {
  const end = query.length > QUERY_LIMIT ? Math.max(0, query.lastIndexOf('&', QUERY_LIMIT)) : query.length;
  const searched = query.slice(0, end);
  const first = new Map([...new URLSearchParams(searched)].reverse());
  return [...first].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * Normalises a path: no trailing or double slashes, no `index.html`, no needless escapes. `\` counts as a slash, as in
 * browsers.
 */
function canonicalPath(path: string): string {
  // The lookbehind lets a match begin only at the first of several consecutive `/index.html`. Without it, a match would
  // be tried at each of them, which takes quadratic time.
  const trimmed =
    path.replaceAll(/[/\\]+/g, '/').replace(/(?<!\/index\.html)(?:\/index\.html|\/)+$/i, '') || '/';
  // The trimmed path is decoded, so that one redirect corrects everything.
  const decoded = trimmed.replaceAll(/%(?!2f)[2-7][\da-f]/gi, decodeURIComponent);
  return /^[\w/-]+$/.test(decoded) ? decoded : trimmed;
}
