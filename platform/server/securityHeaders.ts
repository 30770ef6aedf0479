/**
 * HSTS for two years. Browsers ignore the header over HTTP (RFC 6797, 8.1). Subdomains are not included, because they may
 * belong to somebody else.
 */
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' };

/**
 * The security headers of a release's pages, and of its files that are not assets. Each page has a `<meta>` that adds the
 * directives missing here: `trusted-types`, `default-src 'none'`, and exceptions for what the page loads. The exceptions
 * differ between pages. Browsers enforce both policies, so `default-src 'none'` in a header would block what the `<meta>`
 * allows.
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

/**
 * The security headers of all responses except pages, such as assets and the backend's answers. Even if such a response
 * is opened as a document, it can neither run scripts nor load anything.
 */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...TRANSPORT_SECURITY,
  'x-content-type-options': 'nosniff',
};

/** The referrer policy for a URL that contains a secret. It keeps other sites from learning the secret (§4). */
export const SECRET_REFERRER = 'no-referrer';

/**
 * The headers that the preview server adds to every response. They keep a preview's secret URL out of search engines and
 * `Referer` headers.
 */
export const PREVIEW_HEADERS = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } as const;
