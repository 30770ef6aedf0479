import { pagePath, RELEASE_FILE, type Release } from '../release/Release';
import { listEncodings } from '../store/compress';
import { contentType } from './contentType';
import { resolveAddress } from './resolveAddress';
import { SECRET_REFERRER, SECURITY_HEADERS } from './securityHeaders';
import { BROTLI, GZIP, PLAIN, rawHeaders, type Encoding, type SentFile } from './sendFile';
import { splitAddress } from './siteAddress';

/** Matches a query that contains a secret, even if an email program has turned `&` into `&amp;`. */
const SECRET = /[?&](?:amp;)*secret=[^&]/i;

const FOR_FOREIGN_HOSTS = /^remotes\/(?:[\w-]+\/mf-manifest\.json|base\.css)$/;

export type Found = SentFile | { redirect: string; headers: readonly string[] };

export interface MapOptions {
  /** Headers that replace the site's own headers in every response. */
  overrides: Readonly<Record<string, string>>;
  foreignHosts: readonly string[];
}

/**
 * Prepares the responses for the exact addresses of a release's pages and files. Call this function once per release.
 *
 * @returns a function that finds the response for any raw path and query. It returns undefined if the release has neither
 *   the page nor a 404 page. Only a preview may lack a 404 page
 */
export function mapAddresses(
  release: Release,
  { overrides, foreignHosts }: MapOptions,
): (url: string) => Found | undefined {
  const { pages, files } = release;
  /** Caches the lists of headers, so that thousands of pages can share one list. */
  const headersByKind = new Map<string, readonly string[]>();

  function headersFor(own: Record<string, string>): readonly string[] {
    const kind = JSON.stringify(own);
    const known = headersByKind.get(kind);
    if (known) return known;
    const headers = rawHeaders(SECURITY_HEADERS, { 'x-release': release.id }, own, overrides);
    headersByKind.set(kind, headers);
    return headers;
  }

  /** @param isKept whether clients may cache the file, provided that they revalidate it before each use */
  function sent(name: string, status: number, isKept: boolean, hasSecret = false): SentFile {
    const isForForeignHosts = foreignHosts.length > 0 && FOR_FOREIGN_HOSTS.test(name);
    return {
      key: `pages/${pages[name]?.content ?? files[name]}`,
      encodings: encodingsFor(name),
      status,
      isKept,
      headers: headersFor({
        'cache-control': isKept ? 'no-cache' : 'no-store',
        'content-type': contentType(name),
        vary: isForForeignHosts ? 'accept-encoding, origin' : 'accept-encoding',
        ...(hasSecret && { 'referrer-policy': SECRET_REFERRER }),
        ...(isForForeignHosts && { 'cross-origin-resource-policy': 'cross-origin' }),
      }),
      ...(isForForeignHosts && { foreignHosts }),
    };
  }

  const exact = new Map<string, SentFile>();
  // Open tabs poll the release manifest, so it must not be cached.
  for (const name of Object.keys(files)) exact.set(`/${name}`, sent(name, 200, name !== RELEASE_FILE));
  for (const name of Object.keys(pages)) {
    const address = pagePath(name, {});
    const { path, query } = splitAddress(address);
    const resolved = resolveAddress(path, query, release);
    if ('page' in resolved && resolved.page === name && resolved.status === 200)
      exact.set(address, sent(name, 200, true));
  }

  const moved = new Map(
    Object.values(release.made ?? {}).flatMap(({ redirects }) => Object.entries(redirects)),
  );

  return (url) => {
    const found = exact.get(url);
    if (found) return found;
    const { path, query } = splitAddress(url);
    const to = moved.get(path);
    const file = exact.get(path);
    const hasSecret = SECRET.test(query);
    if (file && Object.hasOwn(files, path.slice(1))) return file;
    const resolved =
      to === undefined
        ? resolveAddress(path, query, release)
        : { redirect: to.includes('?') ? to : to + query };
    if ('redirect' in resolved)
      return {
        redirect: resolved.redirect,
        headers: headersFor(hasSecret ? { 'referrer-policy': SECRET_REFERRER } : {}),
      };
    const { page, status, isStandIn = false } = resolved;
    if (!Object.hasOwn(pages, page)) return undefined;
    return sent(page, status, status === 200 && !isStandIn, hasSecret);
  };
}

/** Returns the encodings in which a file is stored, smallest first. */
export function encodingsFor(name: string): readonly Encoding[] {
  return listEncodings(name).length > 1 ? COMPRESSIBLE : UNCOMPRESSED;
}

const COMPRESSIBLE = [BROTLI, GZIP, PLAIN];
const UNCOMPRESSED = [PLAIN];
