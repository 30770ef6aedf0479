import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedForms } from './acceptedForms';
import type { Content, ContentCache } from './contentCache';

/**
 * Sends a file in the smallest form that the client takes and the source has. Type, caching and security headers are
 * the caller's.
 *
 * @param key where it is stored, without what is put behind it for a form
 * @param name by which it is known which forms there are
 * @param isKept whether clients keep it, to ask whether it is still the same
 * @returns false if there is no such file; nothing has been sent then. Not the reply: who awaits one waits until all of
 *   it has been sent
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
    reply.header('vary', 'accept-encoding');
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

/** @param known the header `If-None-Match` */
function isKnown({ etag }: Content, known = ''): boolean {
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
