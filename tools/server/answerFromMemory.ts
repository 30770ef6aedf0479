import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Release } from '../release/Release';
import type { ContentCache } from './contentCache';
import { readVisitor } from './readVisitor';
import { bestForm, isKnown } from './sendContent';
import type { SiteSource } from './SiteSource';

/** How many addresses it remembers: about two kilobytes each, in all forms. */
const ADDRESSES = 2000;

/** Longer ones are not remembered, so that nobody can fill the memory with them. Characters. */
const ADDRESS_LIMIT = 200;

/** The page that an address was answered with. */
export interface SentPage {
  release: Release;
  /** Where it is stored, without the suffix of a compressed form. */
  key: string;
  /** Its file name, which says which forms there are. */
  name: string;
}

/** Remembers an answer that has just been sent. */
export type Remember = (request: FastifyRequest, reply: FastifyReply, page: SentPage) => void;

/** What an address was answered with, but for the body: that is in the cache of contents, as long as it is there. */
interface Answer extends SentPage {
  status: number;
  /** By the key of the form that was sent: first without, then with the header that keeps browsers to HTTPS. */
  heads: [plain: Map<string, Head>, secure: Map<string, Head>];
}

/** Headers as Node takes them without looking at them: names and values in turn. */
interface Head {
  etag: string;
  /** Whether clients keep the page, and ask whether it is still the same. */
  isKept: boolean;
  whole: string[];
  notModified: string[];
}

interface MemoryOptions {
  source: SiteSource;
  contents: ContentCache;
  /** The proxies in front whose X-Forwarded-Proto counts. */
  trusted: BlockList;
}

/**
 * Answers a page before the router if it has been answered before: the same status, headers and bytes again, as long as
 * the release is live and the bytes are in memory. The router judges each address, and makes each answer, the first
 * time; everything else goes to it as before.
 *
 * @param app before it listens
 * @returns remembers an answer of the router to a request for a page of the live release
 */
export function answerFromMemory(
  app: FastifyInstance,
  { source, contents, trusted }: MemoryOptions,
): Remember {
  const answers = new LRUCache<string, Answer>({ max: ADDRESSES });
  let isClosing = false;
  app.addHook('preClose', (done) => {
    // From now on each answer ends its connection.
    isClosing = true;
    done();
  });

  const { server } = app;
  const [toRouter] = server.listeners('request') as RequestListener[];
  if (!toRouter) throw new Error('The server has no router.');
  server.off('request', toRouter);
  // First again: `servePreviews` wraps what answers.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = isClosing || !isPlain(request) ? undefined : answers.get(request.url ?? '');
    if (!answer) return toRouter.call(server, request, response);
    source.live().then(
      (release) => {
        if (answer.release !== release || !answerAgain(answer, request, response))
          toRouter.call(server, request, response);
      },
      () => toRouter.call(server, request, response),
    );
  });

  /** @returns whether it was in memory; if not, nothing has been sent */
  function answerAgain(
    { status, key, name, heads }: Answer,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { headers, method, socket } = request;
    const isSecure =
      headers['x-forwarded-proto'] !== undefined &&
      readVisitor(socket.remoteAddress ?? '', headers, trusted).isSecure;
    const form = key + bestForm(name, headers['accept-encoding']);
    const head = heads[isSecure ? 1 : 0].get(form);
    const content = contents.peek(form);
    if (!head || content?.etag !== head.etag) return false;
    const isUnchanged = head.isKept && isKnown(content, headers['if-none-match']);
    if (isUnchanged && method === 'HEAD') return false;
    if (isUnchanged) response.writeHead(304, head.notModified).end();
    else response.writeHead(status, head.whole).end(method === 'HEAD' ? undefined : content.body);
    return true;
  }

  return ({ method, raw: { url = '' }, headers }, reply, page) => {
    const { statusCode: status } = reply;
    if (method !== 'GET' || status === 304 || url.length > ADDRESS_LIMIT) return;
    // A hook may still change them.
    if (!reply.raw.headersSent) return;
    const form = page.key + bestForm(page.name, headers['accept-encoding']);
    const content = contents.peek(form);
    if (!content) return;
    const before = answers.peek(url);
    const answer: Answer =
      before?.release === page.release ? before : { ...page, status, heads: [new Map(), new Map()] };
    answers.set(url, answer);
    const isSecure = reply.hasHeader('strict-transport-security');
    answer.heads[isSecure ? 1 : 0].set(form, headOf(reply, content));
  };
}

/** Whether a request is for bytes alone, and brings none. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function headOf(reply: FastifyReply, { etag, body }: { etag: string; body: Buffer }): Head {
  const headers = { ...reply.getHeaders(), 'content-length': body.length };
  const whole = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const notModified = whole.filter(([name]) => name !== 'content-length' && name !== 'content-encoding');
  return {
    etag,
    isKept: reply.hasHeader('etag'),
    whole: whole.flat(),
    notModified: notModified.flat(),
  };
}
