import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '@site/shared/node/errorMessage';
import { findOwner } from '@site/shared/findOwner';
import * as v from 'valibot';
import { fileName } from '../build/BuildDescription';
import { isServed } from '../build/isServed';
import type { MadeOfData, RouteEntries } from '../render/createRenderer';
import { isPattern } from '../render/pageAddress';
import type { Renderers } from '../render/openRenderers';
import { pageFile } from './steps/composeRelease';
import { isStored } from './listStored';
import type { Plan } from './steps/plan';
import type { Data } from './steps/read';
import { PATH, type AppBuild, type Made, type Release } from './Release';

/**
 * The extensions that remotes may give to the files they make. With the headers in `FILE_HEADERS`, browsers execute none of
 * these formats. `contentType` knows their media types.
 */
const EXTENSION = /\.(?:rss|atom|xml|json|ics|csv|txt)$/;

interface MakeFilesOptions {
  renderers: Renderers;
  /** The new release, still without the files that `makeFiles` makes. */
  release: Release;
  readJson: (hash: string) => Promise<string>;
  log: (line: string) => void;
}

interface MadeFiles {
  made: Record<string, Made>;
  /** The hashes of the live files that the new release keeps, by name. */
  kept: Record<string, string>;
  texts: Record<string, string>;
  /** The apps that failed and therefore keep the files and redirects of the live release. */
  failed: string[];
}

/**
 * Makes the files and redirects that remotes derive from their data. If a remote's build and data have not changed, or if
 * making new ones fails, the remote keeps those of the live release.
 *
 * @throws Error if an app that is being deployed fails, or makes an invalid file or redirect
 */
export async function makeFiles(
  { live, builds, added, stored }: Pick<Plan, 'live' | 'builds' | 'added' | 'stored'>,
  { hashes }: Pick<Data, 'hashes'>,
  { renderers, release, readJson, log }: MakeFilesOptions,
): Promise<MadeFiles> {
  const result: MadeFiles = { made: {}, kept: {}, texts: {}, failed: [] };
  const isDeployed = (app: string) => added.some(({ description }) => description.app === app);
  // Newly deployed apps come last, so that they are blamed if their redirects conflict with another app's redirects.
  const remotes = builds
    .filter(({ remote }) => remote)
    .sort((one, other) => Number(isDeployed(one.app)) - Number(isDeployed(other.app)));
  for (const { app, version } of remotes) {
    const isSame =
      live?.builds[app]?.version === version &&
      isDeepStrictEqual(live.data[app], hashes[app]) &&
      !live.unread?.includes(app);
    if (isSame && keep(app)) continue;
    try {
      await make(app);
    } catch (error) {
      if (isDeployed(app)) throw error;
      log(`${errorMessage(error)} The files and redirects of ${app} stay as they are.`);
      result.failed.push(app);
      keep(app);
    }
  }
  return result;

  function keep(app: string): boolean {
    const own = live?.made?.[app];
    if (!own) return true;
    const files = own.files.map((name) => [name, live.files[name] ?? ''] as const);
    if (!files.every(([name, content]) => isStored(stored, name, content))) return false;
    result.made[app] = { ...own, redirects: withoutPages(own.redirects, release) };
    Object.assign(result.kept, Object.fromEntries(files));
    return true;
  }

  async function make(app: string): Promise<void> {
    if (!(await renderers.of(app).makesFiles())) return;
    const listed: RouteEntries[] = [];
    for (const [route, all] of Object.entries(hashes[app] ?? {})) {
      const entries: RouteEntries['entries'] = [];
      for (const [entry, hash] of Object.entries(all)) entries.push([entry, await readJson(hash)]);
      listed.push({ route, entries });
    }
    const fail = (what: string, cause?: unknown): never => {
      throw new Error(`${app} cannot make its files and redirects: ${what}.`, { cause });
    };
    const given = await renderers
      .of(app)
      .makeFiles(listed)
      .catch((error: unknown) => fail(errorMessage(error).replace(/\.$/, ''), error));
    const others = Object.values(result.made).map(({ redirects }) => redirects);
    const { texts, redirects, problem } = judge(app, given, { builds, release, others });
    if (problem !== undefined) fail(problem);
    const files = Object.keys(texts).sort();
    if (files.length === 0 && Object.keys(redirects).length === 0) return;
    result.made[app] = { files, redirects };
    Object.assign(result.texts, texts);
  }
}

interface Surroundings {
  builds: AppBuild[];
  release: Release;
  others: Record<string, string>[];
}

/**
 * Checks the files and redirects that an app has made.
 *
 * @returns `texts`, the valid files by name; `redirects`, the valid redirects, except those that start at a page's
 *   path; and `problem`, the first problem, or undefined if there is none
 */
function judge(app: string, given: MadeOfData, { builds, release, others }: Surroundings) {
  const mounts = builds.flatMap(({ app, remote }) => (remote ? [{ app, mount: remote.mount }] : []));
  const isOwn = (address: string) => findOwner(address, mounts)?.app === app;
  const texts: Record<string, string> = {};
  const moved: Record<string, string> = {};
  const problems: string[] = [];
  for (const [address, text] of Object.entries(given.files)) {
    const name = address.slice(1);
    const before = `the file ${address}`;
    if (!PATH.test(address) || !isServed(name) || !v.is(fileName, name))
      problems.push(`${before} has no valid address`);
    else if (!isOwn(address)) problems.push(`${before} is not below its mount`);
    else if (!EXTENSION.test(name))
      problems.push(`${before} does not end with .rss, .atom, .xml, .json, .ics, .csv or .txt`);
    else if (Object.hasOwn(release.files, name))
      problems.push(`${before} has the name of another file of the site`);
    else if (typeof text !== 'string') problems.push(`${before} has no text`);
    else texts[name] = text;
  }
  for (const [from, to] of Object.entries(given.redirects)) {
    const before = `the redirect from ${from} to ${to}`;
    const path = PATH.test(from) ? new URL(from, 'http://localhost').pathname : '';
    if (!PATH.test(path) || from.includes('?') || isPattern(from))
      problems.push(`${before} does not start at a valid path`);
    else if (!isOwn(path)) problems.push(`${before} does not start below its mount`);
    else if (typeof to !== 'string' || !PATH.test(to) || !PATH.test(encoded(to)))
      problems.push(`${before} does not lead to an address of this site, such as /projects`);
    else moved[path] = encoded(to);
  }
  const redirects = withoutPages(moved, release);
  const loop = loopIn(Object.assign({}, ...others, redirects) as Record<string, string>);
  if (loop !== undefined) problems.push(`the redirect from ${loop} is part of a loop`);
  return { texts, redirects, problem: problems[0] };
}

/** Percent-encodes an address for the `Location` header. */
function encoded(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return pathname + search;
}

function withoutPages(
  redirects: Record<string, string>,
  { pages, behind = {} }: Pick<Release, 'pages' | 'behind'>,
): Record<string, string> {
  const isPage = (path: string) => [pages, behind].some((all) => Object.hasOwn(all, pageFile(path)));
  return Object.fromEntries(Object.entries(redirects).filter(([from]) => !isPage(from)));
}

function loopIn(redirects: Record<string, string>): string | undefined {
  return Object.keys(redirects).find((from) => {
    const seen = new Set<string>();
    let path: string | undefined = from;
    while (path !== undefined && !seen.has(path)) {
      seen.add(path);
      path = redirects[path]?.replace(/\?.*$/, '');
    }
    return path === from;
  });
}
