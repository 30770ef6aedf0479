/** Matches the query at the end of a page's address: one parameter, encoded with `encodeURIComponent`. */
export const QUERY = /\?[\w-]+=[\w.!~*'()%-]{1,1000}$/;

/** Matches the entries of a pattern that can be file names. Any other entry has no page of its own. */
const FILE_SAFE = /^(?!_$)[\w-]{1,200}$/;

/** Whether a path has a parameter, e.g. `/projects/:projectId`. */
export function isPattern(path: string): boolean {
  return path.includes('/:');
}

/** Returns the address of an entry's page on a route; undefined if no page can have that address. */
export function pageAddress(route: string, entry: string): string | undefined {
  if (isPattern(route)) return FILE_SAFE.test(entry) ? route.replace(/:[^/]+$/, entry) : undefined;
  return entry.search(QUERY) === 0 ? route + entry : undefined;
}

/** Returns the entry whose page has the given address. This is the inverse of `pageAddress`. */
export function entryAt(route: string, path: string): string {
  return path.slice(isPattern(route) ? path.lastIndexOf('/') + 1 : route.length);
}
