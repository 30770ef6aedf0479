/** The query of a page's address: one parameter, encoded as by `encodeURIComponent`. */
export const QUERY = /\?[\w-]+=[\w.!~*'()%-]{1,1000}$/;

/** The values of a path's parameter that can be file names. Other values never have a page of their own. */
const FILE_SAFE = /^(?!_$)[\w-]{1,200}$/;

/** Whether a path has a parameter. */
export function isPattern(path: string): boolean {
  return path.includes('/:');
}

/** The address of the page for an entry of a route's source; undefined if no page can have that address. */
export function addressOf(route: string, entry: string): string | undefined {
  if (isPattern(route)) return FILE_SAFE.test(entry) ? route.replace(/:[^/]+$/, entry) : undefined;
  return entry.search(QUERY) === 0 ? route + entry : undefined;
}

/** The entry of a route's source that the page at an address shows. */
export function entryAt(route: string, path: string): string {
  return path.slice(isPattern(route) ? path.lastIndexOf('/') + 1 : route.length);
}
