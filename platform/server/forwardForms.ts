import { pick } from '@site/shared/node/pick';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Release } from '../release/Release';
import { connectBackend } from './connectBackend';
import { getNetwork } from './getNetwork';
import { bodyReader } from './readBody';
import { refuse, refuseBusy, refuseUnavailable } from './refuse';
import { FILE_HEADERS } from './securityHeaders';

/** How many submissions may wait for the backend at once: in total, and per network. */
const PLACES = { total: 64, ofNetwork: 6 };

const ANSWER_LIMIT = 20_000;

const ADDRESS = /^\/api\/collections\/(\w+)\/records$/;

const FORM_TYPE = /^application\/json(?:[\t ]*;[\t ]*charset="?utf-8"?)?$/i;

const JSON_TYPE = /^application\/json(?:;|$)/i;

/** The only headers of a visitor's request that are passed on. Cookies and credentials, for example, are dropped. */
const REQUEST_HEADERS = ['accept', 'accept-language'];

const RESPONSE_HEADERS = ['content-type', 'retry-after'];

export interface ForwardFormsOptions {
  backendUrl: string | undefined;
  live: () => Promise<Release>;
  takesForms: boolean;
  limit?: number | undefined;
}

/**
 * Passes visitors' submissions on to the backend (§7). A submission is passed on once it has been received completely, and
 * is never sent twice. Register this function as a plugin, because it needs its own connections. The server must not parse
 * bodies itself.
 */
export async function forwardForms(
  app: FastifyInstance,
  { backendUrl, live, takesForms, limit = ANSWER_LIMIT }: ForwardFormsOptions,
): Promise<void> {
  const readBody = bodyReader();
  const takePlace = placesFor(PLACES);
  if (backendUrl !== undefined) await connectBackend(app, backendUrl, PLACES.total, limit);

  app.post('/api/*', async (request, reply) => {
    const release = await live().catch(() => undefined);
    if (!release) return refuse(reply, 503, 'The site cannot answer now.');
    const [, collection = ''] = ADDRESS.exec(request.raw.url ?? '') ?? [];
    const isForm = Object.values(release.forms).some((forms) => forms.includes(collection));
    if (!isForm) return refuse(reply, 404, "The requested resource wasn't found.");
    if (isFromElsewhere(request))
      return refuse(reply, 403, 'Forms are accepted only from the pages of this site.');
    if (!FORM_TYPE.test(request.headers['content-type'] ?? ''))
      return refuse(reply, 415, 'Forms must be application/json.');
    if (!takesForms) return refuse(reply, 403, 'Forms are disabled in previews.');
    return forward(request, reply);
  });

  async function forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const network = getNetwork(request);
    const body = await readBody(request.raw, network);
    if (body === undefined) return reply;
    // If `readBody` returns 413 or 503, the connection is closed, because the rest of the body has not been read.
    if (body === 413)
      return refuse(reply.header('connection', 'close'), 413, 'The form is too long. Shorten it.');
    if (body === 503) return refuseBusy(reply.header('connection', 'close'));
    if (backendUrl === undefined) return refuseUnavailable(reply);
    const leavePlace = takePlace(network);
    if (!leavePlace) return refuseBusy(reply);
    reply.raw.once('close', leavePlace);
    return reply.from(request.raw.url, {
      body,
      contentType: 'application/json',
      // Never retry: a submission that has reached the backend must not be sent again.
      retryDelay: () => null,
      rewriteRequestHeaders: (_request, headers) => ({
        ...pick(headers, REQUEST_HEADERS),
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-real-ip': network,
      }),
      rewriteHeaders: (headers) => ({ ...pick(headers, RESPONSE_HEADERS), ...FILE_HEADERS }),
      onResponse(_request, formReply, response) {
        const { stream } = response as unknown as { stream: NodeJS.ReadableStream & { destroy(): void } };
        // PocketBase responds with JSON. Any other response comes from a broken backend or an intermediary.
        if (JSON_TYPE.test(String(formReply.getHeader('content-type') ?? ''))) {
          formReply.send(stream);
          return;
        }
        stream.on('error', () => undefined);
        stream.destroy();
        refuseUnavailable(formReply as unknown as FastifyReply);
      },
      onError: (formReply) => void refuseUnavailable(formReply as unknown as FastifyReply),
    });
  }
}

/**
 * Limits the number of submissions that wait for the backend.
 *
 * @returns a function that takes a place for a network. It returns a function that frees the place, or undefined if no
 *   place is free
 */
function placesFor({ total, ofNetwork }: typeof PLACES) {
  const taken: string[] = [];
  return (network: string): (() => void) | undefined => {
    if (taken.length >= total || taken.filter((one) => one === network).length >= ofNetwork) return undefined;
    taken.push(network);
    return () => void taken.splice(taken.indexOf(network), 1);
  };
}

/**
 * Whether the browser reports that the form was sent from a page of another origin. `Sec-Fetch-Site` is reliable even if a
 * proxy has changed the `Host` header. Older browsers send only `Origin`, and other clients send neither.
 */
function isFromElsewhere({ headers, protocol }: FastifyRequest): boolean {
  const { 'sec-fetch-site': relation, origin, host = '' } = headers;
  if (relation) return relation !== 'same-origin' && relation !== 'none';
  if (!origin) return false;
  // If an untrusted proxy terminates TLS, `protocol` is `http` even for a page that was loaded over HTTPS. So the schemes
  // are compared only if `protocol` is `https`.
  const [, scheme, originHost] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
  const defaultPort = scheme === 'https' ? /:443$/ : /:80$/;
  return originHost !== host.replace(defaultPort, '') || (protocol === 'https' && scheme !== 'https');
}
