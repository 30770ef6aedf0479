import { isPictureName, PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ContentCache } from './contentCache';
import { sendContent } from './sendContent';
import { splitAddress } from './siteAddress';

/** The raw path of an asset: no empty segments, no leading dots, no escapes. */
const ASSET = /^\/(assets(?:\/(?!\.)[^/\\%]+){2,})$/;

/** Compressed forms have no URL of their own, because they are sent for the URL of the file. */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** The key of a picture's copy. */
const COPY = new RegExp(`^assets/pictures/(.+)/(?:${PICTURE_WIDTHS.join('|')})\\.avif$`);

/** Serves `/assets/…`, whose content never changes. */
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

/** Redirects to the backend's own file, because pages may refer to a picture's copy before the copy is made. */
function redirectToFile(reply: FastifyReply, picture: string): FastifyReply {
  const [, ...file] = picture.split('/');
  return reply.header('cache-control', 'no-store').redirect(`/api/files/${file.join('/')}`, 302);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n');
}
