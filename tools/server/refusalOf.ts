import type { IncomingHttpHeaders } from 'node:http';
import type { AllowedCalls } from './allowedCalls';

/** A request below `/api`, as it was sent. */
interface Call {
  method: string;
  /** Still percent-encoded, without the query. */
  path: string;
  /** With its `?`, or an empty string. */
  query: string;
  headers: IncomingHttpHeaders;
  /** Whether it is known to have come by HTTPS. */
  isSecure: boolean;
}

/** What callers are told, by HTTP status, when a call does not reach the backend. */
export const REFUSALS = {
  400: 'Unsupported query. Leave it out, or write it as the pages of the site do.',
  403: 'Forms are taken from the pages of this site alone. Send it from there.',
  404: "The requested resource wasn't found.",
  414: 'The address is longer than any of the backend. Shorten it.',
  415: 'Forms are taken as application/json alone. Send it as that.',
} as const;

/** More than the longest address of a call: a collection, a record and a file of 255 letters each. Characters. */
export const ADDRESS_LIMIT = 1000;

/** The type of a form's body. */
const FORM_TYPE = /^application\/json(?:[\t ]*;[\t ]*charset="?utf-8"?)?$/i;

/**
 * Judges whether a call may reach the backend (§6, §7).
 *
 * @param allowed what the live release allows
 * @returns the HTTP status to refuse it with, see REFUSALS; undefined if it may
 */
export function refusalOf(call: Call, allowed: AllowedCalls): keyof typeof REFUSALS | undefined {
  const { method, path, query, headers } = call;
  if (path.length + query.length > ADDRESS_LIMIT) return 414;
  const judgement = allowed(method, path, query);
  if (judgement !== 'allowed') return judgement === 'unknown path' ? 404 : 400;
  if (method !== 'POST') return undefined;
  if (isOfAnotherSite(call)) return 403;
  return FORM_TYPE.test(headers['content-type'] ?? '') ? undefined : 415;
}

/**
 * Whether a browser says that a page of another origin sends this. `Sec-Fetch-Site` is right even if a proxy has
 * changed the host. Older browsers send `Origin` alone, and other programs send neither.
 */
function isOfAnotherSite({ headers, isSecure }: Call): boolean {
  const { 'sec-fetch-site': relation, origin, host = '' } = headers;
  if (relation) return relation !== 'same-origin' && relation !== 'none';
  if (!origin) return false;
  // A plain HTTP request may have come through a proxy that ends TLS and is not trusted: then only the host is
  // known.
  const [, scheme, originHost] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
  const defaultPort = scheme === 'https' ? /:443$/ : /:80$/;
  return originHost !== host.replace(defaultPort, '') || (isSecure && scheme !== 'https');
}
