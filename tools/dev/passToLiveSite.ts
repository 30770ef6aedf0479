import replyFrom from '@fastify/reply-from';
import { ownerOf } from '@site/shared/ownerOf';
import type { ReleaseManifest, RemoteConfig } from '@site/shared/remote';
import type { FastifyInstance } from 'fastify';
import { RELEASE_FILE } from '../release/Release';
import { splitAddress } from '../server/siteAddress';
import type { SiteSource } from '../server/SiteSource';
import { WATCHED_VERSION } from './buildsSource';

/** How long the live site may take to say what it is made of. Milliseconds. */
const ANSWER_LIMIT = 15_000;

/** Passes requests on to a live site, except those for the remote that is built here. */
export async function passToLiveSite(
  app: FastifyInstance,
  { site, remotes }: Pick<Awaited<ReturnType<typeof readLiveSite>>, 'site' | 'remotes'>,
  local: RemoteConfig,
  source: SiteSource,
): Promise<void> {
  await app.register(replyFrom, { base: site, disableRequestLogging: true });
  const others = remotes.filter(({ name }) => name !== local.name);
  const isLocal = (path: string) => ownerOf(path, [...others, local]) === local;
  const isHere = (path: string, page: string | undefined): boolean => {
    if (path.startsWith('/assets/')) return path.split('/')[3] === WATCHED_VERSION;
    // Only the live site knows what the pages of other remotes may call.
    if (path.startsWith('/api/')) return page === undefined || isLocal(page);
    return isLocal(path);
  };
  app.addHook('onRequest', async ({ method, headers, raw: { url = '/' } }, reply) => {
    const { path } = splitAddress(url);
    if (path === `/${RELEASE_FILE}`) {
      const { files } = await source.live();
      const here = JSON.parse(String(await source.read(`pages/${files[RELEASE_FILE]}`))) as ReleaseManifest;
      // No page has this shell, so that each move to another app is a full page load.
      return reply.send({ ...here, shell: 'none', remotes: [...others, ...here.remotes] });
    }
    if (isHere(path, pageOf(headers.referer)) || !['GET', 'HEAD'].includes(method)) return;
    // Cookies in the browser may come from other servers on this machine.
    const none = { cookie: undefined, authorization: undefined };
    return reply.from(url, {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...none }),
    });
  });
}

/** The path of the page that sends a request, if it says so. */
function pageOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname : undefined;
}

/**
 * Asks a live site what it is made of.
 *
 * @returns also its address, without a trailing slash
 * @throws Error that says what to do if there is none
 */
export async function readLiveSite(address: string) {
  try {
    const { origin } = new URL(address);
    const answer = await fetch(`${origin}/release.json`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const { shell, remotes } = (await answer.json()) as Partial<ReleaseManifest>;
    if (shell && remotes) return { site: origin, shell, remotes };
  } catch {
    // The error below says it.
  }
  throw new Error(
    `${address} is no site of this project that answers. Begin its address with http:// or https://, and see whether it is up.`,
  );
}
