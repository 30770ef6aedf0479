/**
 * HSTS for two years. Browsers ignore the header over HTTP (RFC 6797, 8.1). Subdomains are not included, because they may
 * belong to somebody else.
 */
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' };

/**
 * The security headers of every page. A `<meta>` in the page adds the directives that depend on the page's content:
 * `trusted-types`, and what the page may load despite `default-src 'none'`. The headers omit these directives,
 * because browsers would enforce both versions and block the page.
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
  ...TRANSPORT_SECURITY,
  'x-content-type-options': 'nosniff',
};

/** The security headers of everything but pages. A file that is opened directly can neither run nor load anything. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...TRANSPORT_SECURITY,
  'x-content-type-options': 'nosniff',
};

/** The referrer policy of a URL that contains a secret, so that no other site learns the secret (§4). */
export const SECRET_REFERRER = 'no-referrer';

/**
 * The headers of every response from a preview's host. They keep the preview's secret URL out of search engines and
 * referrers.
 */
export const PREVIEW_HEADERS = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } as const;
