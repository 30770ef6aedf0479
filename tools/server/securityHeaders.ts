/**
 * The headers of every page. The directives that name what a page may load (`default-src 'none'` among them) and
 * `trusted-types` stand in each page's own `<meta>`, because they name what that page contains; a header with them
 * would rule it out.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "script-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The headers of everything that is no page: whoever opens it by itself finds nothing that could run or load. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * What keeps browsers to HTTPS for two years; said only over HTTPS, as RFC 6797 (7.2) asks. Not for subdomains,
 * which may not be ours.
 */
export const TRANSPORT_SECURITY = 'max-age=63072000';

/** For an address with a secret, which no other site may learn (§4). */
export const SECRET_REFERRER = 'no-referrer';

/** The headers of every answer of a preview's host: nobody lists it, and no link tells its address, which is secret. */
export const PREVIEW_HEADERS = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } as const;
