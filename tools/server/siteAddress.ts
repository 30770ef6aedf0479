/** What stands before the path in a request to a proxy. */
const ORIGIN = /^https?:\/\/(?:\.?[a-z\d-]+(?:\.[a-z\d-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?(?=[/?]|$)/i;

/**
 * What a request asks of this site: a proxy's request names the host too; what cannot be decoded, or is no path, is
 * an unknown address like any other.
 *
 * @param url the request's target, as it was sent
 */
export function siteAddress(url: string): string {
  const address = url.replace(ORIGIN, '').replace(/^(?=\?|$)/, '/');
  try {
    decodeURI(splitAddress(address).path);
    return address.startsWith('/') ? address : '/404';
  } catch {
    return '/404';
  }
}

/**
 * The two parts of an address, still percent-encoded.
 *
 * @returns the query with its `?`, or an empty text
 */
export function splitAddress(address = '/'): { path: string; query: string } {
  const start = address.indexOf('?');
  if (start < 0) return { path: address, query: '' };
  return { path: address.slice(0, start), query: address.slice(start) };
}
