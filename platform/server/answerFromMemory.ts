import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Release } from '../release/Release';
import type { ContentCache } from './contentCache';
import { readVisitor } from './readVisitor';
import { bestForm, isKnown } from './sendContent';
import type { SiteSource } from './SiteSource';

/** The maximum number of remembered URLs. Each takes about 2 KB. */
const ADDRESSES = 2000;

/** The maximum length of a remembered URL, in characters, so that long URLs cannot fill the memory. */
const ADDRESS_LIMIT = 200;

/** The page that was sent for a URL. */
export interface SentPage {
  release: Release;
  /** The page's key in the store, without the suffix of a compressed form. */
  key: string;
  /** The page's file name, which determines whether it has compressed forms. */
  name: string;
}

/** Remembers a response that has just been sent. */
export type Remember = (request: FastifyRequest, reply: FastifyReply, page: SentPage) => void;

/** A remembered response without its body, which stays in the content cache. */
interface Answer extends SentPage {
  status: number;
  /** The headers that were sent with each form, compressed or not, by the form's key. The `https` headers include HSTS. */
  heads: { http: Map<string, Head>; https: Map<string, Head> };
}

/** Raw headers as `writeHead` accepts them: names and values alternate. */
interface Head {
  etag: string;
  /** Whether clients cache the page and revalidate it. */
  isKept: boolean;
  full: string[];
  notModified: string[];
}

interface MemoryOptions {
  source: SiteSource;
  contents: ContentCache;
  /** The proxies whose X-Forwarded-Proto is trusted. */
  trusted: BlockList;
}

/**
 * Answers repeated page requests without the router, as long as the release is live and the body is in memory. Status,
 * headers and body are the same as the router's. The router handles the first request for each URL, and every request
 * whose response is not remembered.
 *
 * @param app must not listen yet
 * @returns a function to call after the router has sent a page of the live release. It remembers the response
 */
export function answerFromMemory(
  app: FastifyInstance,
  { source, contents, trusted }: MemoryOptions,
): Remember {
  const answers = new LRUCache<string, Answer>({ max: ADDRESSES });
  let isClosing = false;
  app.addHook('preClose', (done) => {
    // Once the site is closing, only the router answers, because its responses close their connections.
    isClosing = true;
    done();
  });

  const { server } = app;
  const [toRouter] = server.listeners('request') as RequestListener[];
  if (!toRouter) throw new Error('The server has no request listener.');
  server.off('request', toRouter);
  // This must be the first listener, because `servePreviews` wraps the first listener.
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

  /** @returns false if the router must answer, because the page is not in memory */
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
    const head = heads[isSecure ? 'https' : 'http'].get(form);
    const content = contents.peek(form);
    if (!head || content?.etag !== head.etag) return false;
    const isUnchanged = head.isKept && isKnown(content, headers['if-none-match']);
    if (isUnchanged) {
      if (method === 'HEAD') return false;
      response.writeHead(304, head.notModified).end();
      return true;
    }
    response.writeHead(status, head.full);
    response.end(method === 'HEAD' ? undefined : content.body);
    return true;
  }

  return ({ method, raw: { url = '' }, headers }, reply, page) => {
    const { statusCode: status } = reply;
    if (method !== 'GET' || status === 304 || url.length > ADDRESS_LIMIT) return;
    // Until the headers have been sent, a hook may still change them.
    if (!reply.raw.headersSent) return;
    const form = page.key + bestForm(page.name, headers['accept-encoding']);
    const content = contents.peek(form);
    if (!content) return;
    const before = answers.peek(url);
    const answer: Answer =
      before?.release === page.release
        ? before
        : { ...page, status, heads: { http: new Map(), https: new Map() } };
    answers.set(url, answer);
    const isSecure = reply.hasHeader('strict-transport-security');
    answer.heads[isSecure ? 'https' : 'http'].set(form, headOf(reply, content));
  };
}

/** Whether a request is a GET or HEAD without a body. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function headOf(reply: FastifyReply, { etag, body }: { etag: string; body: Buffer }): Head {
  const headers = { ...reply.getHeaders(), 'content-length': body.length };
  const full = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const notModified = full.filter(([name]) => name !== 'content-length' && name !== 'content-encoding');
  return {
    etag,
    isKept: reply.hasHeader('etag'),
    full: full.flat(),
    notModified: notModified.flat(),
  };
}
