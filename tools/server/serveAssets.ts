import { isPictureName, PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ContentCache } from './contentCache';
import { sendContent } from './sendContent';
import { splitAddress } from './siteAddress';

/** An asset's path, as it may be sent: no empty names, no dots before one, nothing escaped. */
const ASSET = /^\/(assets(?:\/(?!\.)[^/\\%]+){2,})$/;

/** The stored form of a file that is sent to clients that take it: it has no address of its own. */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** The copy of a picture. */
const COPY = new RegExp(`^assets/pictures/(.+)/(?:${PICTURE_WIDTHS.join('|')})\\.avif$`);

/** Answers `/assets/…`: what never changes under its address. */
export function serveAssets(app: FastifyInstance, contents: ContentCache): void {
  app.get('/assets/*', async (request, reply) => {
    const [, key = ''] = ASSET.exec(splitAddress(request.raw.url).path) ?? [];
    if (!key || COMPRESSED_FORM.test(key)) return notFound(reply);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    if (await sendContent(request, reply, contents, { key, name: key, isKept: true })) return reply;
    const [, picture = ''] = COPY.exec(key) ?? [];
    return isPictureName(picture) ? redirectToFile(reply, picture) : notFound(reply);
  });
}

/** Pages offer copies that are not made yet: until they are, the backend's own file takes their place. */
function redirectToFile(reply: FastifyReply, picture: string): FastifyReply {
  const [, ...file] = picture.split('/');
  return reply.header('cache-control', 'no-store').redirect(`/api/files/${file.join('/')}`, 302);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n');
}
