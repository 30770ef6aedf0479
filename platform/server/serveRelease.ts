import type { ServerResponse } from 'node:http';
import { copyFile, isPictureName, PICTURE_COPIES } from '@site/shared/api/pictureCopy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Release } from '../release/Release';
import { hasLongBody } from './readBody';
import { contentType } from './contentType';
import type { ContentCache } from './contentCache';
import { encodingsFor, mapAddresses, type MapOptions } from './mapAddresses';
import type { FoundAnswers } from './openAnswers';
import { FILE_HEADERS } from './securityHeaders';
import { rawHeaders, sendFile, type SentFile } from './sendFile';
import { splitAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';

/** Matches the raw path of an asset. No segment may be empty, begin with a dot, or contain an escape. */
const ASSET = /^\/(assets(?:\/(?!\.)[^/\\%]+){2,})$/;

/** Matches the path of an encoding. Encodings have no addresses of their own: requests must name the plain file. */
const COMPRESSED = /\.(?:br|gz)$/;

const COPY = new RegExp(
  `^assets/pictures/(.+)/(?:${PICTURE_COPIES.map(copyFile).join('|').replaceAll('.', '\\.')})$`,
);

interface ServeOptions extends MapOptions {
  source: SiteSource;
  contents: ContentCache;
  answers: FoundAnswers;
  /** Set only in previews. A preview redirects requests for pages that it lacks to this origin. */
  liveOrigin: string | undefined;
  assetCaching: string;
  /** Explains why the release has no answer to a read. If this is undefined, the 404 response gives no reason. */
  describeUnread: ((address: string) => string) | undefined;
  fail: (error: unknown, reply: FastifyReply) => unknown;
}

interface ShortResponse {
  status: number;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Serves everything that the live release contains: pages, files, assets, and the answers to visitors' reads.
 *
 * @returns a handler for requests that match no route. For an unknown address, it sends the 404 page
 */
export function serveRelease(
  app: FastifyInstance,
  { source, contents, answers, overrides, foreignHosts, liveOrigin, ...options }: ServeOptions,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const { assetCaching, describeUnread, fail } = options;
  let current: { release: Release; find: ReturnType<typeof mapAddresses> } | undefined;
  const assetHeaders = new Map<string, readonly string[]>();

  async function respond({ raw }: FastifyRequest, response: ServerResponse): Promise<void> {
    const url = raw.url ?? '/';
    if (hasLongBody(raw)) return sendShort(raw, response, TOO_LONG);
    if (url.startsWith('/assets/')) return respondWithAsset(raw, response);
    const release = await source.live();
    if (/^\/api(?:\/|\?|$)/.test(url)) return respondWithAnswer(raw, response, release);
    if (current?.release !== release)
      current = { release, find: mapAddresses(release, { overrides, foreignHosts }) };
    const found = current.find(url);
    if (!found) {
      if (liveOrigin === undefined) throw new Error(`Release ${release.id} has no 404 page.`);
      const headers = { 'cache-control': 'no-store', location: `${liveOrigin}${url}` };
      return sendShort(raw, response, { status: 302, headers });
    }
    if ('redirect' in found) {
      response.writeHead(308, [...found.headers, 'location', found.redirect, 'content-length', '0']).end();
      return;
    }
    if (await sendFile(raw, response, contents, found)) return;
    const how = release.preview
      ? 'Make the preview again.'
      : 'Make it again: npm run deploy -- --repair --backend <backend-url>';
    throw new Error(`${found.key} of release ${release.id} is missing from the store. ${how}`);
  }

  async function respondWithAsset(raw: FastifyRequest['raw'], response: ServerResponse): Promise<void> {
    const [, key = ''] = ASSET.exec(splitAddress(raw.url).path) ?? [];
    if (!key || COMPRESSED.test(key)) return sendShort(raw, response, NOT_FOUND);
    if (await sendFile(raw, response, contents, assetAt(key))) return;
    // Pages refer to a picture's copies even before the copies are made. Until then, visitors get the original.
    const [, picture = ''] = COPY.exec(key) ?? [];
    if (!isPictureName(picture)) return sendShort(raw, response, NOT_FOUND);
    const [, ...file] = picture.split('/');
    const headers = { 'cache-control': 'no-store', location: `/api/files/${file.join('/')}` };
    sendShort(raw, response, { status: 302, headers });
  }

  function assetAt(key: string): SentFile {
    const type = contentType(key);
    const headers =
      assetHeaders.get(type) ??
      rawHeaders(
        FILE_HEADERS,
        { 'cache-control': assetCaching, 'content-type': type, vary: 'accept-encoding' },
        foreignHosts.length > 0
          ? { 'cross-origin-resource-policy': 'cross-origin', vary: 'accept-encoding, origin' }
          : {},
        overrides,
      );
    assetHeaders.set(type, headers);
    return { key, encodings: encodingsFor(key), status: 200, headers, isKept: true, foreignHosts };
  }

  async function respondWithAnswer(
    raw: FastifyRequest['raw'],
    response: ServerResponse,
    release: Release,
  ): Promise<void> {
    const address = (raw.url ?? '').replace(/^\/api/, '');
    const answer = await answers.findAnswer(release, address);
    if (!answer) {
      const message = describeUnread?.(address) ?? "The requested resource wasn't found.";
      const body = JSON.stringify({ status: 404, message, data: {} });
      const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
      return sendShort(raw, response, { status: 404, headers, body });
    }
    if (!(await sendFile(raw, response, contents, answer)))
      throw new Error(`${answer.key} of release ${release.id} is missing from the store.`);
  }

  function sendShort(
    { method }: { method?: string | undefined },
    response: ServerResponse,
    { status, headers, body = '' }: ShortResponse,
  ): void {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    response.writeHead(status, rawHeaders(FILE_HEADERS, headers, length, overrides));
    response.end(method === 'HEAD' ? undefined : body);
  }

  const handle = (request: FastifyRequest, reply: FastifyReply): void => {
    // Bypass Fastify's `send`, which takes as long as all the other work for a request put together.
    reply.hijack();
    respond(request, reply.raw).catch((error: unknown) => fail(error, reply));
  };
  app.get('/*', handle);
  return handle;
}

const TEXT = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };

const NOT_FOUND: ShortResponse = { status: 404, headers: TEXT, body: 'Not found.\n' };

const TOO_LONG: ShortResponse = {
  status: 413,
  headers: { ...TEXT, connection: 'close' },
  body: 'Payload too large.\n',
};
