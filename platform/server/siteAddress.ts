/** Matches the origin in an absolute-form request target (RFC 9112, 3.2.2), the form that clients send to proxies. */
const ORIGIN = /^https?:\/\/(?:\.?[a-z\d-]+(?:\.[a-z\d-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?(?=[/?]|$)/i;

/** Reduces a raw request target to its path and query. A malformed target becomes `/404`. */
export function siteAddress(url: string): string {
  const address = url.replace(ORIGIN, '').replace(/^(?=\?|$)/, '/');
  try {
    decodeURI(splitAddress(address).path);
    return address.startsWith('/') ? address : '/404';
  } catch {
    return '/404';
  }
}

/** Splits a URL into path and query, both still percent-encoded. The query begins with its `?`, or is empty. */
export function splitAddress(address = '/'): { path: string; query: string } {
  const start = address.indexOf('?');
  if (start < 0) return { path: address, query: '' };
  return { path: address.slice(0, start), query: address.slice(start) };
}
