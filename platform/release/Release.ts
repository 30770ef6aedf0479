import { randomBytes } from 'node:crypto';
import { isPictureName } from '@site/shared/api/pictureCopy';
import * as v from 'valibot';
import {
  address,
  buildDescription,
  nameOfApp,
  collection,
  fileName,
  integrity,
  sha256Hex,
  source,
  time,
  version,
} from '../build/BuildDescription';
import { TIME_TEXT } from '../render/createRenderer';
import { isPattern, QUERY } from '../render/pageAddress';

export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

export function newReleaseId(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
}

const releaseId = v.pipe(v.string(), v.regex(RELEASE_ID, 'is not a release id'));

/** A page's file name, e.g. `projects/abc.html`. The query, if any, is removed before the name is checked. */
const pageName = v.pipe(
  v.string(),
  v.transform((name) => name.replace(QUERY, '')),
  fileName,
);

const modified = v.pipe(v.string(), v.regex(TIME_TEXT, 'is not a time'));

/**
 * Matches an address on this site: a path with an optional query. An address must not begin with `//` or `/\`, because
 * browsers would take what follows for a host name.
 */
export const PATH = /^\/(?![/\\])[^\s\\#<>"\p{C}]{0,2000}$/u;
const path = v.pipe(v.string(), v.regex(PATH, 'is not an address of this site'));

const pictures = v.array(v.pipe(v.string(), v.check(isPictureName, 'is not a picture name')));

/**
 * The path of the page's route, e.g. `/projects/:projectId`; `*` for the 404 page. Absent if the route's path equals the
 * page's address.
 */
const route = v.exactOptional(v.union([v.literal('*'), address]));

const { remote, shared, router } = buildDescription.entries;

/** What a release records about a build, so that a later release can be planned without reading the build. */
const build = v.object({
  version,
  /** Commit, build time and Node version; absent if unknown. */
  source: v.exactOptional(source),
  remote,
  /** The integrity hash of the remote's entry script; absent for the shell. */
  integrity: v.exactOptional(integrity),
  /** The integrity hash of the shell's `field.js`; absent for remotes, and for shells without that script. */
  field: v.exactOptional(integrity),
  shared,
  router,
  /** The design tokens (CSS custom properties) that the build's style sheets define. */
  tokens: v.array(v.string()),
  /** The design tokens that the build's style sheets use without a fallback, each with one of the files that use it. */
  usedTokens: v.record(v.string(), fileName),
});
export type Build = v.InferOutput<typeof build>;

export interface AppBuild extends Build {
  app: string;
}

const page = v.object({
  app: nameOfApp,
  route,
  /** The hash of the document, which is stored as `pages/<content>`. */
  content: sha256Hex,
  /** The names of the pictures whose copies the page refers to, sorted. The copies may not exist yet. */
  pictures: v.exactOptional(pictures),
  listed: v.exactOptional(v.literal(true)),
  /** When the page's content was last changed (ISO 8601). */
  modified: v.exactOptional(modified),
  /** The version of the app's build that rendered the page; set only for a page that is behind (see `Release.behind`). */
  version: v.exactOptional(version),
  /** The version of the shell that rendered the page; set only for a page that is behind (see `Release.behind`). */
  shell: v.exactOptional(version),
});
export type ReleasePage = v.InferOutput<typeof page>;

const behindPage = v.object({
  app: nameOfApp,
  route,
  /** The time of the last attempt to render the page (ISO 8601). */
  tried: time,
});
export type BehindPage = v.InferOutput<typeof behindPage>;

const answer = v.object({
  /** The hash of the answer, which is stored as `data/<content>.json.gz`. */
  content: sha256Hex,
  /** The apps whose live builds perform the read; empty if only earlier builds performed it. */
  by: v.array(nameOfApp),
  /** The names and ids of the collections whose records the answer contains. Visitors may load these records' files. */
  collections: v.array(v.string()),
  /** When to drop the answer (ISO 8601); absent if a live build performs the read. */
  until: v.exactOptional(time),
});

/** The address of a read: a path and query under the backend's `/api`. */
const readAddress = v.pipe(v.string(), v.regex(/^\/[^\s\p{C}]{1,4000}$/u, 'is not the address of a read'));

const made = v.object({
  /** The names of the files. Their hashes are in the release's `files`. */
  files: v.array(fileName),
  /** The new address for each former path. Former paths at which the release has a page are left out. */
  redirects: v.record(path, path),
});
export type Made = v.InferOutput<typeof made>;

const deployment = v.object({
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  release: releaseId,
  /** When the release was created (ISO 8601). It went live shortly afterwards. */
  at: time,
  who: v.string(),
  /** The command, e.g. `deploy studio-remote`. */
  what: v.string(),
  apps: v.record(nameOfApp, version),
  /** The commit, build time and Node version of each build, by workspace. Builds of unknown origin are left out. */
  builds: v.exactOptional(v.record(nameOfApp, source)),
});
export type Deployment = v.InferOutput<typeof deployment>;

/**
 * A release: one build of the shell and of each remote, the pages made from these builds and the backend's data, and
 * everything else needed to plan the next release. It is stored as `releases/<number>.json.gz`.
 */
export const release = v.object({
  /** A random id for the site. The first release sets it, and every later release repeats it. */
  site: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/, 'is not the id of a site')),
  id: releaseId,
  createdAt: time,
  /** The release that was live when this one was planned; absent for the first release. */
  base: v.exactOptional(releaseId),
  /** In a preview, the apps whose builds were not live when the preview was made; absent in other releases. */
  preview: v.exactOptional(v.array(nameOfApp)),
  builds: v.record(nameOfApp, build),
  data: v.record(nameOfApp, v.record(address, v.record(v.string(), sha256Hex))),
  /** The backend's answers, by the address of the read. Visitors whose browsers perform the same read get it. */
  answers: v.record(readAddress, answer),
  /** For each app, the collections in which its forms let visitors create records. */
  forms: v.record(nameOfApp, v.array(collection)),
  /**
   * The pages by file name, e.g. `projects/_.html`. Each page was rendered with `builds` and `data`, unless it is listed in
   * `behind`.
   */
  pages: v.record(pageName, page),
  /**
   * The pages that could not be rendered, by file name. For each, `pages` has the last version that could be rendered, a
   * page without data, or no entry.
   */
  behind: v.exactOptional(v.record(pageName, behindPage)),
  /**
   * The apps whose data could not be read, or whose files could not be made. Their older data or files stay live. Absent if
   * there are no such apps.
   */
  unread: v.exactOptional(v.array(nameOfApp)),
  /** The hashes of the files that are not pages, e.g. `robots.txt`, by file name. */
  files: v.record(fileName, sha256Hex),
  /** The files and redirects that remotes make from their data, by app; absent if there are none. */
  made: v.exactOptional(v.record(nameOfApp, made)),
  /** The last hundred deployments, newest first. Releases that only change data (refreshes) are left out. */
  log: v.array(deployment),
});
export type Release = v.InferOutput<typeof release>;

/** The hashes of the pages' data: by app, then by route, then by the entry in the route's source (`PageSource.list`). */
export type DataHashes = Release['data'];

/** The file name of the `ReleaseManifest`, which open tabs read. Each release has a different manifest. */
export const RELEASE_FILE = 'release.json';

/** Returns a page's address. For a pattern's own page, returns the pattern; for the 404 page, returns `*`. */
export function pagePath(file: string, { route }: Pick<ReleasePage, 'route'>): string {
  if (route === '*' || (route !== undefined && isPattern(route) && /(?:^|\/)_(?:\.404)?\.html$/.test(file)))
    return route;
  return `/${file.replace(/\.html$/, '').replace(/^index(?=\?|$)/, '')}`;
}

export function listBuilds({ builds }: Pick<Release, 'builds'>): AppBuild[] {
  return Object.entries(builds).map(([app, one]) => ({ app, ...one }));
}

/** The inverse of `listBuilds`. */
export function buildsByApp(builds: AppBuild[]): Release['builds'] {
  return Object.fromEntries(builds.map(({ app, ...build }) => [app, build]));
}

export function listVersions({ builds }: Pick<Release, 'builds'>): Record<string, string> {
  return Object.fromEntries(Object.entries(builds).map(([app, { version }]) => [app, version]));
}

/**
 * Returns the commit, build time and Node version of a release's builds, by workspace. Builds of unknown origin are left
 * out. Returns undefined if no build's origin is known.
 */
export function listSources({ builds }: Pick<Release, 'builds'>): Deployment['builds'] {
  const known = Object.entries(builds).flatMap(([app, { source }]) =>
    source ? [[app, source] as const] : [],
  );
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/**
 * Makes the log entry for a release.
 *
 * @param facts what the release itself does not contain, such as its number and the operator's name
 */
export function describeDeployment<Facts>(
  release: Release,
  facts: Facts,
): Facts & Pick<Deployment, 'release' | 'at' | 'apps' | 'builds'> {
  const builds = listSources(release);
  const { id, createdAt } = release;
  return { ...facts, release: id, at: createdAt, apps: listVersions(release), ...(builds && { builds }) };
}

/** Lists a release's pages and other files, each with the hash of its content. */
export function listContents({
  pages,
  files,
}: Pick<Release, 'pages' | 'files'>): [file: string, content: string][] {
  const contents: [file: string, content: string][] = [];
  for (const [file, { content }] of Object.entries(pages)) contents.push([file, content]);
  return [...contents, ...Object.entries(files)];
}

/** Returns the hashes of all data that a release refers to: its pages' data and the backend's answers. */
export function listData({ data, answers }: Pick<Release, 'data' | 'answers'>): Set<string> {
  const hashes = new Set(Object.values(answers).map(({ content }) => content));
  for (const routes of Object.values(data))
    for (const entries of Object.values(routes)) for (const hash of Object.values(entries)) hashes.add(hash);
  return hashes;
}

export function listPictures({ pages }: Pick<Release, 'pages'>): Set<string> {
  return new Set(Object.values(pages).flatMap(({ pictures = [] }) => pictures));
}

/**
 * Returns the builds from which a release and its pages were made, as `<app>/<version>`. Browsers may load files from any of
 * them.
 */
export function listBuildNames({ builds, pages }: Pick<Release, 'builds' | 'pages'>): Set<string> {
  const names = new Set(Object.entries(builds).map(([app, { version }]) => `${app}/${version}`));
  for (const { app, version, shell } of Object.values(pages)) {
    if (version !== undefined) names.add(`${app}/${version}`);
    if (shell !== undefined) names.add(`shell/${shell}`);
  }
  return names;
}
