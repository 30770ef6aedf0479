/** The query of a page's address: one parameter, encoded as by `encodeURIComponent`. */
export const QUERY = /\?[\w-]+=[\w.!~*'()%-]{1,1000}$/;

/** The parameter values that can be file names. A page with another value has no file of its own. */
const FILE_SAFE = /^(?!_$)[\w-]{1,200}$/;

/** Whether a path has a parameter, e.g. `/projects/:projectId`. */
export function isPattern(path: string): boolean {
  return path.includes('/:');
}

/** The address of an entry's page on a route; undefined if no page can have that address. */
export function pageAddress(route: string, entry: string): string | undefined {
  if (isPattern(route)) return FILE_SAFE.test(entry) ? route.replace(/:[^/]+$/, entry) : undefined;
  return entry.search(QUERY) === 0 ? route + entry : undefined;
}

/** The entry in the route's source whose page has this address. */
export function entryAt(route: string, path: string): string {
  return path.slice(isPattern(route) ? path.lastIndexOf('/') + 1 : route.length);
}
