/**
 * The headers of every page. Each page has its own directives for what it may load (including `default-src 'none'`) and
 * `trusted-types` in a `<meta>`, because they depend on the page's content. The same directives in a header would block it.
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

/** The headers of everything but pages. A file that is opened by itself can neither run nor load anything. */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * HSTS for two years, sent only over HTTPS (RFC 6797, 7.2). It excludes subdomains, because they may belong to others.
 */
export const TRANSPORT_SECURITY = 'max-age=63072000';

/** The referrer policy of a URL with a secret, which no other site may learn (§4). */
export const SECRET_REFERRER = 'no-referrer';

/** The headers of every response from a preview's host. Its URL is secret: it is not indexed, and links do not leak it. */
export const PREVIEW_HEADERS = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } as const;
