/** More than the largest valid request: 5000 code points, each written as an escaped surrogate pair. Bytes. */
export const BODY_LIMIT = 128 * 1024;

/** More than the longest address of a call: a collection, a record and a file of 255 letters each. Characters. */
export const ADDRESS_LIMIT = 1000;

/** How long a client may take to send its request. Milliseconds. */
export const REQUEST_LIMIT = 15_000;

/** How long the backend may take to answer. Milliseconds. */
export const ANSWER_LIMIT = 20_000;

/**
 * How long a connection is kept for the next request: longer than proxies keep theirs (nginx 60 s, Caddy 2 min), so that
 * none is closed while a form is on its way. Milliseconds.
 */
export const KEEP_ALIVE = 130_000;
