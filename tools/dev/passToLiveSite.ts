import type { IncomingHttpHeaders } from 'node:http';
import { ownerOf } from '@site/shared/ownerOf';
import type { ReleaseManifest, RemoteConfig } from '@site/shared/remote';
import type { FastifyInstance } from 'fastify';
import { splitAddress } from '../server/siteAddress';
import type { SiteSource } from '../server/SiteSource';
import { WATCHED_VERSION } from './buildsSource';

/** How long the live site may take to say what it is made of. Milliseconds. */
const ANSWER_LIMIT = 15_000;

interface Options {
  /** The live site's address, without a trailing slash; `app` takes it for its backend. */
  site: string;
  live: ReleaseManifest;
  local: RemoteConfig;
  source: SiteSource;
}

/** Passes requests on to a live site, except those for the remote that is built here, `local`. */
export function passToLiveSite(app: FastifyInstance, { site, live, local, source }: Options): void {
  const others = live.remotes.filter(({ name }) => name !== local.name);
  const isHere = (path: string): boolean => {
    if (path.startsWith('/assets/')) return path.split('/')[3] === WATCHED_VERSION;
    return path.startsWith('/api/') || ownerOf(path, [...others, local]) === local;
  };
  app.addHook('onRequest', async ({ method, raw: { url = '/' } }, reply) => {
    const { path } = splitAddress(url);
    if (path === '/release.json') {
      const { block } = await source.live();
      // No page has this shell, so that each move to another app is a full page load.
      return reply.send({ ...block, shell: 'none', remotes: [...others, ...block.remotes] });
    }
    if (isHere(path) || !['GET', 'HEAD'].includes(method)) return;
    return reply.from(site + url, { rewriteRequestHeaders: withoutCredentials });
  });
}

/** Cookies in the browser may come from other servers on this machine, and are not for the live site. */
function withoutCredentials(_request: unknown, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...headers, cookie: undefined, authorization: undefined };
}

/**
 * Asks a live site what it is made of.
 *
 * @throws Error that says what to do if there is none
 */
export async function readLiveSite(site: string): Promise<ReleaseManifest> {
  try {
    const answer = await fetch(`${site}/release.json`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const release = (await answer.json()) as Partial<ReleaseManifest>;
    if (release.shell && release.remotes) return release as ReleaseManifest;
  } catch {
    // The error below says it.
  }
  throw new Error(
    `${site} is no site of this project that answers. Check the address, and whether it is up.`,
  );
}
