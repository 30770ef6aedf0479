import { pick } from '@site/shared/node/pick';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Release } from '../release/Release';
import { connectBackend } from './connectBackend';
import { getNetwork } from './getNetwork';
import type { FoundAnswers } from './openAnswers';
import { hasLongBody } from './readBody';
import { refuse, refuseBusy, refuseUnavailable } from './refuse';
import { FILE_HEADERS } from './securityHeaders';

/**
 * The maximum number of files that are sent at once. It is high, because sending a file to a slow visitor takes a long
 * time.
 */
const PLACES = 256;

const ANSWER_LIMIT = 20_000;

/** Matches a file's address. The only query parameter that it may have is a single `thumb`. */
const ADDRESS = /^\/api\/files\/(\w{1,255})\/\w{1,255}\/\w[\w.-]{0,255}(?:\?thumb=\d{1,4}x\d{1,4}[tbf]?)?$/;

const REQUEST_HEADERS = ['accept', 'if-modified-since', 'range'];

const RESPONSE_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
];

interface FileOptions {
  backendUrl: string | undefined;
  /** Headers that are added to each request to the backend. A visitor's own headers with the same names are dropped. */
  headers?: Record<string, string> | undefined;
  live: () => Promise<Release>;
  answers: FoundAnswers;
  limit?: number | undefined;
}

/**
 * Forwards original files from the backend to visitors (§7). A file is forwarded only if the release has read records of
 * the file's collection. Register this function as a plugin, so that it has its own connections, and slow files do not hold
 * up forms.
 */
export async function forwardFiles(
  app: FastifyInstance,
  { backendUrl, live, answers, headers: own, limit = ANSWER_LIMIT }: FileOptions,
): Promise<void> {
  let taken = 0;
  if (backendUrl !== undefined) await connectBackend(app, backendUrl, PLACES, limit);

  app.get('/api/files/*', async (request, reply) => {
    const url = request.raw.url ?? '';
    const [, collection = ''] = ADDRESS.exec(url) ?? [];
    const release = await live().catch(() => undefined);
    if (!release) return refuse(reply, 503, 'The site cannot answer now.');
    if (hasLongBody(request.raw))
      return refuse(reply.header('connection', 'close'), 413, 'Leave out the body.');
    if (!answers.hasRead(release, collection))
      return refuse(reply, 404, "The requested resource wasn't found.");
    if (backendUrl === undefined) return refuseUnavailable(reply);
    if (taken >= PLACES) return refuseBusy(reply);
    taken += 1;
    reply.raw.once('close', () => (taken -= 1));
    return reply.from(url, {
      retryDelay: () => null,
      rewriteRequestHeaders: (_request, headers) => ({
        ...pick(headers, REQUEST_HEADERS),
        ...own,
        'x-real-ip': getNetwork(request),
      }),
      rewriteHeaders: (headers) => ({ ...pick(headers, RESPONSE_HEADERS), ...FILE_HEADERS }),
      onError: (fileReply) => void refuseUnavailable(fileReply as unknown as FastifyReply),
    });
  });
}
