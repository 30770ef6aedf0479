/** What a path of the site is answered with. */
export type Answer = { redirect: string } | { page: string; status: 200 | 404 };

/**
 * Finds the page that answers an address: the exact page, then its parent's pattern page, then the 404 page. Where all
 * addresses of a pattern are known its page is `_.404.html` and answered with that status, else `_.html`. A page may
 * have others that are found by one parameter more, by the first value of it; whatever else the query has is ignored.
 * Only names of the release are ever looked up, so that no path reaches the file system.
 *
 * @param path the path as requested, still percent-encoded, without query
 * @param query the query with its `?`, or an empty string
 * @param isPage whether the release has a page of that file name
 */
export function resolveAddress(path: string, query: string, isPage: (file: string) => boolean): Answer {
  // First, since a redirect into a preview goes to the path as it was sent: `//elsewhere` would be another site.
  const canonical = canonicalPath(path);
  if (canonical !== path) return { redirect: canonical + query };
  // A name with a NUL is nobody's.
  if (path.includes('%00')) return { page: '404.html', status: 404 };

  const name = path === '/' ? 'index' : path.slice(1);
  const isFileName = /\/_(?:\.404)?$|^\/(?:404|index)$/.test(path);
  if (!isFileName && isPage(`${name}.html`)) {
    const queries = query === '' ? [] : queriesIn(query).map((one) => `${name}?${one}.html`);
    return { page: queries.find(isPage) ?? `${name}.html`, status: 200 };
  }
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  if (parent && isPage(`${parent}/_.html`)) return { page: `${parent}/_.html`, status: 200 };
  if (parent && isPage(`${parent}/_.404.html`)) return { page: `${parent}/_.404.html`, status: 404 };
  return { page: '404.html', status: 404 };
}

/** Each parameter of a query with the first of its values, in the spelling of the release. */
function queriesIn(query: string): string[] {
  const first = new Map([...new URLSearchParams(query)].reverse());
  return [...first].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * One address for each page: no trailing or double slashes, no `index.html`, no letter escaped that needs it not. To
 * browsers, `\` is a slash too.
 */
function canonicalPath(path: string): string {
  const decoded = path.replaceAll(/%(?!2f)[2-7][\da-f]/gi, decodeURIComponent);
  const plain = /^[\w/-]+$/.test(decoded) ? decoded : path;
  // From the first of them only: to try from each would take the square of an address's length.
  return plain.replaceAll(/[/\\]+/g, '/').replace(/(?<!\/index\.html)(?:\/index\.html|\/)+$/, '') || '/';
}
