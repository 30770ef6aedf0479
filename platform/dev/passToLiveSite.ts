import replyFrom from '@fastify/reply-from';
import { findOwner } from '@site/shared/findOwner';
import type { ReleaseManifest, RemoteConfig } from '@site/shared/contract';
import type { FastifyInstance } from 'fastify';
import { RELEASE_FILE } from '../release/Release';
import { splitAddress } from '../server/siteAddress';
import type { SiteSource } from '../server/SiteSource';
import { WATCHED_VERSION } from './buildsSource';

/** How long the live site may take to respond, in milliseconds. */
const ANSWER_LIMIT = 15_000;

/**
 * Forwards `GET` and `HEAD` requests to a live site, except those for the remote that is built on this machine.
 *
 * @param local the configuration of the remote that is built on this machine
 */
export async function passToLiveSite(
  app: FastifyInstance,
  { site, remotes }: Pick<Awaited<ReturnType<typeof readLiveSite>>, 'site' | 'remotes'>,
  local: RemoteConfig,
  source: SiteSource,
): Promise<void> {
  await app.register(replyFrom, { base: site, disableRequestLogging: true });
  const others = remotes.filter(({ name }) => name !== local.name);
  const isLocal = (path: string) => findOwner(path, [...others, local]) === local;
  const isHere = (path: string, page: string | undefined): boolean => {
    if (path.startsWith('/assets/')) return path.split('/')[3] === WATCHED_VERSION;
    // Only the live site knows which API calls the pages of other remotes may make.
    if (path.startsWith('/api/')) return page === undefined || isLocal(page);
    return isLocal(path);
  };
  app.addHook('onRequest', async ({ method, headers, raw: { url = '/' } }, reply) => {
    const { path } = splitAddress(url);
    if (path === `/${RELEASE_FILE}`) {
      const { files } = await source.live();
      const here = JSON.parse(String(await source.read(`pages/${files[RELEASE_FILE]}`))) as ReleaseManifest;
      // No shell has the version `none`, so every navigation to another app loads a document.
      return reply.send({ ...here, shell: 'none', remotes: [...others, ...here.remotes] });
    }
    if (isHere(path, findPage(headers.referer)) || !['GET', 'HEAD'].includes(method)) return;
    // The cookies and credentials that a browser sends to localhost may belong to other servers on this machine.
    const removed = { cookie: undefined, authorization: undefined };
    return reply.from(url, {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...removed }),
    });
  });
}

function findPage(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname : undefined;
}

/**
 * Reads the release manifest of a live site.
 *
 * @returns the site's origin, its shell's version, and its remotes
 * @throws Error that says what to do, if no site of this project answers at the address
 */
export async function readLiveSite(address: string) {
  try {
    const { origin } = new URL(address);
    const answer = await fetch(`${origin}/release.json`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const { shell, remotes } = (await answer.json()) as Partial<ReleaseManifest>;
    if (shell && remotes) return { site: origin, shell, remotes };
  } catch {
    // The more helpful error below is thrown instead.
  }
  throw new Error(
    `${address} is not a running site of this project. Check that the address begins with http:// or https://, and that the site is up.`,
  );
}
