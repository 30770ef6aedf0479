import type { IncomingHttpHeaders } from 'node:http';
import replyFrom from '@fastify/reply-from';
import { pageFile } from '@site/tools/release/composeRelease';
import { resolveAddress } from '@site/tools/server/resolveAddress';
import type { ReleaseManifest } from '@site/shared/remote';
import { PAGE_MANIFEST_ID } from '@site/shell/readPage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSDOM } from 'jsdom';
import { addPageScript } from './addPageScript';
import { replaceRemote, withLocalRemote } from './replaceRemote';
import type { WatchedApps } from './watchApps';

interface LiveSiteOptions {
  watched: WatchedApps;
  /** The live site's address, without a trailing slash. */
  site: string;
}

/** How long the live site may take to answer. Milliseconds. */
const ANSWER_LIMIT = 15_000;

/** Why a form is not sent. */
const REFUSAL =
  'Nothing is sent to the live site from a development server. Run npm run dev without --against to try forms.';

/** Serves the live site with one remote from here. It is only read: what a form sends stops here. */
export async function proxyLiveSite(
  server: FastifyInstance,
  { watched, site }: LiveSiteOptions,
): Promise<void> {
  await server.register(replyFrom, { base: site, disableRequestLogging: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: (_request, reply) => {
      console.warn(`  ${REFUSAL}`);
      return reply.code(403).send({ status: 403, message: REFUSAL, data: {} });
    },
  });
  const pass = (request: FastifyRequest, reply: FastifyReply) =>
    reply.from(request.raw.url ?? '/', {
      rewriteRequestHeaders: (_request, headers) => withoutCredentials(headers),
    });
  server.get('/assets/*', pass);
  server.get('/api/*', pass);
  const readRelease = async () =>
    withLocalRemote(
      (await (await read(site, '/release.json')).json()) as ReleaseManifest,
      builtHere(watched),
    );
  server.get('/release.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await readRelease()),
  );
  server.get('/*', async (request, reply) => {
    const url = request.raw.url ?? '/';
    const [path = '/'] = url.split('?');
    await watched.settled();
    const remote = builtHere(watched);
    const files = new Set(remote.paths.map(pageFile));
    const local = resolveAddress(path, '', (file) => files.has(file));
    const known = 'page' in local && local.status === 200;
    const first = await read(site, url);
    // A page that is not live yet is shown in the place of one that every site has.
    const answer = first.status === 404 && known ? await read(site, '/') : first;
    const location = answer.headers.get('location');
    if (location) return reply.redirect(location, answer.status);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    reply.code(answer.status).type(type);
    if (!type.startsWith('text/html')) return reply.send(Buffer.from(await answer.arrayBuffer()));
    const referrer = answer.headers.get('referrer-policy');
    if (referrer) reply.header('referrer-policy', referrer);
    const page = replaceRemote(await answer.text(), path, remote, await readRelease());
    return reply.send(addPageScript(page));
  });
}

/** The one remote that is watched. */
function builtHere({ apps }: WatchedApps) {
  const [local] = apps;
  if (!local?.remote) throw new Error('No remote is built here.');
  return { app: local.build.app, ...local.remote };
}

/**
 * Looks whether there is a live site at an address.
 *
 * @throws Error that says what there is instead
 */
export async function expectLiveSite(site: string): Promise<void> {
  const answer = await read(site, '/');
  const { document } = new JSDOM(await answer.text()).window;
  if (answer.ok && document.querySelector(`script#${PAGE_MANIFEST_ID}`)) return;
  throw new Error(
    `${site} is not a site of this project: its home page, status ${answer.status}, has no page manifest. ` +
      'Check the address after --against.',
  );
}

async function read(site: string, url: string): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT);
    return await fetch(`${site}${url}`, { redirect: 'manual', headers: { accept: 'text/html' }, signal });
  } catch (cause) {
    throw new Error(`${site} does not answer: is the address right, and the site up?`, { cause });
  }
}

/** What this machine's other servers have left in the browser is not for the live site. */
function withoutCredentials(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['cookie', 'authorization'].includes(name)),
  );
}
