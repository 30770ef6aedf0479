import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Content, ContentCache } from './contentCache';

export interface Encoding {
  suffix: string;
  name: string;
}

export const PLAIN: Encoding = { suffix: '', name: 'identity' };
export const BROTLI: Encoding = { suffix: '.br', name: 'br' };
export const GZIP: Encoding = { suffix: '.gz', name: 'gzip' };

/** A file, and everything about its response that does not depend on the request. */
export interface SentFile {
  /** The file's key in the store, without an encoding's suffix. */
  key: string;
  /** The encodings in which the store has the file, smallest first. */
  encodings: readonly Encoding[];
  status: number;
  /** The headers in the form that `writeHead` accepts: names and values alternate. */
  headers: readonly string[];
  /** Whether the response has an ETag, so that clients can revalidate a cached response. */
  isKept: boolean;
  /** The origins of other sites that may read the file; absent if none may. */
  foreignHosts?: readonly string[];
}

/** Caches which encodings each value of `Accept-Encoding` accepts. Browsers send only a few different values. */
const acceptedByHeader = new LRUCache<string, { [encoding: string]: boolean }>({
  max: 100,
  memoMethod: (header) => ({ br: accepts(header, 'br'), gzip: accepts(header, 'gzip'), identity: true }),
});

/**
 * Sends a file in the smallest encoding that the client accepts and the store has. If the client already has the content,
 * sends a 304 instead.
 *
 * @returns false if the store does not have the file, in which case nothing has been sent
 */
export async function sendFile(
  { method, headers: { 'accept-encoding': accepted = '', 'if-none-match': known, origin } }: IncomingMessage,
  response: ServerResponse,
  contents: ContentCache,
  { key, encodings, status, headers, isKept, foreignHosts }: SentFile,
): Promise<boolean> {
  const isAccepted = acceptedByHeader.memo(accepted);
  for (const { suffix, name: encoding } of encodings) {
    if (!isAccepted[encoding]) continue;
    const content = contents.peek(key + suffix) ?? (await contents.get(key + suffix));
    if (!content) continue;
    const { body, etag } = content;
    const head = [...headers];
    if (isKept) head.push('etag', etag);
    if (origin !== undefined && foreignHosts?.includes(origin))
      head.push('access-control-allow-origin', origin);
    if (isKept && known !== undefined && isKnown(content, known)) {
      response.writeHead(304, head).end();
      return true;
    }
    if (encoding !== 'identity') head.push('content-encoding', encoding);
    head.push('content-length', String(body.length));
    response.writeHead(status, head).end(method === 'HEAD' ? undefined : body);
    return true;
  }
  return false;
}

function isKnown({ etag }: Content, known: string): boolean {
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Merges sets of headers into a list that `writeHead` accepts. Later sets override earlier ones. */
export function rawHeaders(...sets: Readonly<Record<string, string>>[]): string[] {
  return Object.entries(Object.assign({}, ...sets) as Record<string, string>).flat();
}
