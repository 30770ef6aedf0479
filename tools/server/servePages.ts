import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RELEASE_FILE, type Release } from '../release/Release';
import type { Remember } from './answerFromMemory';
import type { ContentCache } from './contentCache';
import { SECRET_REFERRER, SECURITY_HEADERS } from './securityHeaders';
import { sendContent } from './sendContent';
import { splitAddress } from './siteAddress';
import type { SiteSource } from './SiteSource';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A query with a secret, also where an email has `&amp;` for `&`. */
const SECRET = /[?&](?:amp;)*secret=[^&]/i;

/**
 * Answers everything that is neither an asset nor a call: the pages and files of the live release.
 *
 * @param remember told of each answer with a page of the live release that others get, too
 * @returns answers with a page, the 404 page among them
 */
export function servePages(
  app: FastifyInstance,
  source: SiteSource,
  contents: ContentCache,
  remember: Remember,
): Answer {
  const answer: Answer = async (request, reply) => {
    const { path, query } = splitAddress(request.raw.url);
    const release = await source.live();
    reply.headers(SECURITY_HEADERS).header('x-release', release.id);
    if (SECRET.test(query)) reply.header('referrer-policy', SECRET_REFERRER);
    const name = path.slice(1);
    if (Object.hasOwn(release.files, name))
      // Nobody keeps what tabs ask to learn which release is live.
      return send(request, reply, release, { name, isKept: name !== RELEASE_FILE });
    const found = resolveAddress(path, query, release);
    if ('redirect' in found) return reply.redirect(found.redirect, 308);
    reply.code(found.status);
    const isKept = found.status === 200 && !found.isStandIn;
    await send(request, reply, release, { name: found.page, isKept });
    // An address with a secret is nobody else's.
    if (!SECRET.test(query))
      remember(request, reply, { release, name: found.page, key: keyOf(release, found.page) });
    return reply;
  };
  app.get('/*', answer);
  return answer;

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    release: Release,
    { name, isKept }: { name: string; isKept: boolean },
  ): Promise<FastifyReply> {
    reply.header('cache-control', isKept ? 'no-cache' : 'no-store');
    const file = { key: keyOf(release, name), name, isKept };
    if (await sendContent(request, reply, contents, file)) return reply;
    throw new Error(
      `${name} of release ${release.id} is missing in the store. Make it again: npm run deploy -- --repair --backend <backend-url>`,
    );
  }
}

/** How much of a query is searched for a page of its own. Characters. */
const QUERY_LIMIT = 2000;

/** Where a page or a file of a release is stored. */
function keyOf({ pages, files }: Release, name: string): string {
  return `pages/${pages[name]?.content ?? files[name]}`;
}

/** What a path of the site is answered with. */
type Found = { redirect: string } | { page: string; status: 200 | 404; isStandIn?: true };

/**
 * Finds the page that answers an address: the exact page, then its parent's pattern page, then the 404 page. An address
 * in another case is redirected to the page; the value of a pattern's parameter keeps its case. Where all
 * addresses of a pattern are known its page is `_.404.html` and answered with that status, else `_.html`; for an address
 * whose page could not be rendered it is `_.200.html`, and nobody keeps it: the browser shows what the address has. A page may
 * have others that are found by one parameter more, by the first value of it; whatever else the query has is ignored.
 * Only names of the release are ever looked up, so that no path reaches the file system. Which there are is decided by
 * `listPages` in `release/composeRelease.ts`.
 *
 * @param path the path as requested, still percent-encoded, without query
 * @param query the query with its `?`, or an empty string
 */
export function resolveAddress(
  path: string,
  query: string,
  { pages, failed = {} }: { pages: object; failed?: object },
): Found {
  const isPage = (file: string) => Object.hasOwn(pages, file);
  const canonical = inCaseOfPage(canonicalPath(path), isPage);
  if (canonical !== path) return { redirect: canonical + query };
  // A name with a NUL is nobody's.
  if (path.includes('%00')) return { page: '404.html', status: 404 };

  const name = path === '/' ? 'index' : path.slice(1);
  if (!FILE_NAME.test(path) && isPage(`${name}.html`)) {
    const queries = query === '' ? [] : queriesIn(query).map((one) => `${name}?${one}.html`);
    return { page: queries.find(isPage) ?? `${name}.html`, status: 200 };
  }
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  if (parent && isPage(`${parent}/_.html`)) return { page: `${parent}/_.html`, status: 200 };
  if (parent && Object.hasOwn(failed, `${name}.html`) && isPage(`${parent}/_.200.html`))
    return { page: `${parent}/_.200.html`, status: 200, isStandIn: true };
  if (parent && isPage(`${parent}/_.404.html`)) return { page: `${parent}/_.404.html`, status: 404 };
  return { page: '404.html', status: 404 };
}

/** A path that is only the name of a page's file. */
const FILE_NAME = /\/_(?:\.404|\.200)?$|^\/(?:404|index)$/;

/** The path in the case of the page that it leads to; unchanged if the release has none. Pages are in lower case. */
function inCaseOfPage(path: string, isPage: (file: string) => boolean): string {
  const lower = path.toLowerCase();
  if (lower === path || isPage(`${path.slice(1)}.html`)) return path;
  const end = path.lastIndexOf('/');
  const parent = lower.slice(1, end);
  if (parent && (isPage(`${parent}/_.html`) || isPage(`${parent}/_.404.html`))) {
    return `/${parent}${path.slice(end)}`;
  }
  return isPage(`${lower.slice(1)}.html`) && !FILE_NAME.test(lower) ? lower : path;
}

/**
 * Each parameter of a query with the first of its values, in the spelling of the release. Of a query that is longer than
 * any of ours, only those at its beginning.
 */
function queriesIn(query: string): string[] {
  const end = query.length > QUERY_LIMIT ? Math.max(0, query.lastIndexOf('&', QUERY_LIMIT)) : query.length;
  const searched = query.slice(0, end);
  const first = new Map([...new URLSearchParams(searched)].reverse());
  return [...first].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
}

/**
 * One address for each page: no trailing or double slashes, no `index.html`, no letter escaped that needs it not. To
 * browsers, `\` is a slash too.
 */
function canonicalPath(path: string): string {
  // From the first of them only: to try from each would take the square of an address's length.
  const trimmed =
    path.replaceAll(/[/\\]+/g, '/').replace(/(?<!\/index\.html)(?:\/index\.html|\/)+$/i, '') || '/';
  // Last, so that one redirect mends all of it.
  const decoded = trimmed.replaceAll(/%(?!2f)[2-7][\da-f]/gi, decodeURIComponent);
  return /^[\w/-]+$/.test(decoded) ? decoded : trimmed;
}
