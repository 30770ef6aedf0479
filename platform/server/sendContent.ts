import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { formsOf } from '../store/compress';
import type { Content, ContentCache } from './contentCache';

/** A stored form of a file: the key suffix and the content encoding. */
interface Form {
  suffix: string;
  encoding: string;
}

const PLAIN: Form = { suffix: '', encoding: 'identity' };

/** The compressed forms, smallest first. */
const COMPRESSED: readonly Form[] = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
];

/** The accepted forms for each value of `Accept-Encoding`. Browsers send only a few different values. */
const formsByHeader = new LRUCache<string, readonly Form[]>({
  max: 100,
  memoMethod: (header) => [...COMPRESSED.filter(({ encoding }) => accepts(header, encoding)), PLAIN],
});

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.map': 'application/json',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/**
 * Sends a file in the smallest form that the client accepts and the source has. The caller sets caching and security
 * headers.
 *
 * @param key the file's key in the store, without the suffix of a form
 * @param name the file name, which determines its type and forms
 * @param isKept whether clients cache the file and revalidate it
 * @returns whether there is such a file. If not, nothing has been sent. The function does not return the reply, because
 *   `await` would then wait until the whole reply has been sent
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  contents: ContentCache,
  { key, name, isKept }: { key: string; name: string; isKept: boolean },
): Promise<boolean> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const forms = acceptedForms(name, accepted);
  for (const { suffix, encoding } of forms) {
    const content = contents.peek(key + suffix) ?? (await contents.get(key + suffix));
    if (!content) continue;
    reply.header('vary', 'accept-encoding').type(contentType(name));
    if (isKept) reply.header('etag', content.etag);
    if (isKept && isKnown(content, known)) {
      void reply.code(304).send();
      return true;
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    void reply.send(content.body);
    return true;
  }
  return false;
}

/** Whether the client already has this content. @param known the header `If-None-Match` */
export function isKnown({ etag }: Content, known = ''): boolean {
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** The key suffix of the smallest form that the client accepts. */
export function bestForm(name: string, accepted?: string): string {
  return acceptedForms(name, accepted)[0]?.suffix ?? '';
}

/** The forms of a file that the client accepts, smallest first. The uncompressed file is last. */
function acceptedForms(name: string, accepted = ''): readonly Form[] {
  return formsOf(name).length > 1 ? formsByHeader.memo(accepted) : [PLAIN];
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** The media type of a file, by its name. App link files have no extension, and phones expect JSON. */
function contentType(name: string): string {
  if (name.startsWith('.well-known/')) return 'application/json';
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
