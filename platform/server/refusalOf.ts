import type { IncomingHttpHeaders } from 'node:http';
import type { AllowedCalls } from './allowedCalls';

/** A raw request below `/api`. */
interface Call {
  method: string;
  /** The path, still percent-encoded, without the query. */
  path: string;
  /** The query with its `?`, or an empty string. */
  query: string;
  headers: IncomingHttpHeaders;
  /** Whether the request is known to have come over HTTPS. */
  isSecure: boolean;
}

/** The message of each HTTP status that refuses a call. */
export const REFUSALS = {
  400: 'Unsupported query. Leave it out, or write it as the pages of the site do.',
  403: 'Forms are accepted only from the pages of this site.',
  404: "The requested resource wasn't found.",
  414: 'URL too long. Shorten it.',
  415: 'Forms must be application/json.',
} as const;

/** The maximum length of a call's URL, in characters: enough for a collection, a record and a file of 255 letters each. */
export const ADDRESS_LIMIT = 1000;

/** The media type of a form's body. */
const FORM_TYPE = /^application\/json(?:[\t ]*;[\t ]*charset="?utf-8"?)?$/i;

/**
 * Judges whether a call may reach the backend (§6, §7).
 *
 * @param allowed the calls that the live release allows
 * @returns the HTTP status of the refusal, see REFUSALS; undefined if the call is allowed
 */
export function refusalOf(call: Call, allowed: AllowedCalls): keyof typeof REFUSALS | undefined {
  const { method, path, query, headers } = call;
  if (path.length + query.length > ADDRESS_LIMIT) return 414;
  const judgement = allowed(method, path, query);
  if (judgement !== 'allowed') return judgement === 'unknown path' ? 404 : 400;
  if (method !== 'POST') return undefined;
  if (isCrossOrigin(call)) return 403;
  return FORM_TYPE.test(headers['content-type'] ?? '') ? undefined : 415;
}

/**
 * Whether the browser reports that a page of another origin sent the request. `Sec-Fetch-Site` is right even if a proxy has
 * changed the host. Older browsers send only `Origin`, and other clients send neither.
 */
function isCrossOrigin({ headers, isSecure }: Call): boolean {
  const { 'sec-fetch-site': relation, origin, host = '' } = headers;
  if (relation) return relation !== 'same-origin' && relation !== 'none';
  if (!origin) return false;
  // Behind an untrusted proxy that terminates TLS, the scheme is unknown, so only the host is compared.
  const [, scheme, originHost] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
  const defaultPort = scheme === 'https' ? /:443$/ : /:80$/;
  return originHost !== host.replace(defaultPort, '') || (isSecure && scheme !== 'https');
}
