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

/** The format of release ids: the UTC time and a random suffix. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** A new release's id. */
export function newReleaseId(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
}

const releaseId = v.pipe(v.string(), v.regex(RELEASE_ID, 'is not a release id'));

/** The name of a page: the file that answers its address. */
const pageName = v.pipe(
  v.string(),
  v.transform((name) => name.replace(QUERY, '')),
  fileName,
);

/** When the content of a page was last changed. */
const modified = v.pipe(v.string(), v.regex(TIME_TEXT, 'is not a time'));

/** An address of this site as a request has it, maybe with a query. No other host has it, whatever a browser makes of it. */
export const PATH = /^\/(?![/\\])[^\s\\#<>"\p{C}]{0,2000}$/u;
const path = v.pipe(v.string(), v.regex(PATH, 'is not an address of this site'));

/** The names of pictures. */
const pictures = v.array(v.pipe(v.string(), v.check(isPictureName, 'is not a picture name')));

/** The path of a page's route, e.g. `/projects/:projectId`; `*` for the 404 page. Absent if it is the page's address. */
const route = v.exactOptional(v.union([v.literal('*'), address]));

const { remote, shared, router } = buildDescription.entries;

/** A build, with everything that planning a later release needs to know about it. */
const build = v.object({
  version,
  /** Where the build comes from; absent if it is unknown. */
  source: v.exactOptional(source),
  remote,
  /** The integrity of the file from which browsers load a remote. */
  integrity: v.exactOptional(integrity),
  /** The integrity of a shell's `field.js`; absent if it has none. */
  field: v.exactOptional(integrity),
  shared,
  router,
  /** The design tokens (custom properties) that its style sheets define. */
  tokens: v.array(v.string()),
  /** The design tokens that its style sheets use, each with a file that uses it. */
  usedTokens: v.record(v.string(), fileName),
});
export type Build = v.InferOutput<typeof build>;

/** A build with the workspace of its app. */
export interface AppBuild extends Build {
  app: string;
}

/** One page of a release. */
const page = v.object({
  /** The workspace that owns the page, e.g. `studio-remote`. */
  app: nameOfApp,
  route,
  /** Hash of the document, which is stored as `pages/<content>`. */
  content: sha256Hex,
  /** The pictures in the page's data, sorted. The page refers to copies of them, even before the copies are made. */
  pictures: v.exactOptional(pictures),
  /** Whether the sitemap lists the page. */
  listed: v.exactOptional(v.literal(true)),
  /** When the page's content was last changed, ISO 8601. */
  modified: v.exactOptional(modified),
  /**
   * The versions of the builds of `app` and of the shell that rendered the page; only in the last version of a page that
   * is behind.
   */
  version: v.exactOptional(version),
  shell: v.exactOptional(version),
});
export type ReleasePage = v.InferOutput<typeof page>;

/** A page that could not be rendered with the builds and the data of its release. */
const behindPage = v.object({
  app: nameOfApp,
  route,
  /** When rendering it was last tried, ISO 8601. */
  tried: time,
});
export type BehindPage = v.InferOutput<typeof behindPage>;

/** What the backend answered to a read. */
const answer = v.object({
  /** The hash of the answer, which is stored as data. */
  content: sha256Hex,
  /** The apps whose live builds make the read; empty if only earlier builds did. */
  by: v.array(nameOfApp),
  /** The names and ids of the collections whose records the answer contains. Visitors may load the files of these records. */
  collections: v.array(v.string()),
  /** When the answer is dropped, if no live build makes the read. */
  until: v.exactOptional(time),
});

/** The address of a read, below `/api`. */
const readAddress = v.pipe(v.string(), v.regex(/^\/[^\s\p{C}]{1,4000}$/u, 'is not the address of a read'));

/** What a remote makes of its data besides pages. */
const made = v.object({
  /** The names of the files, which are in the release's `files`. */
  files: v.array(fileName),
  /** The new addresses of what has moved, by former path. No page of the release has such a path. */
  redirects: v.record(path, path),
});
export type Made = v.InferOutput<typeof made>;

/** A deployment that has been live, for the log. */
const deployment = v.object({
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The id of its release. */
  release: releaseId,
  /** When it went live, ISO 8601. */
  at: time,
  /** The operator's name. */
  who: v.string(),
  /** The command, e.g. `deploy studio-remote`. */
  what: v.string(),
  /** The version of each app, by workspace. */
  apps: v.record(nameOfApp, version),
  /** Where the builds come from, by workspace. */
  builds: v.exactOptional(v.record(nameOfApp, source)),
});
export type Deployment = v.InferOutput<typeof deployment>;

/**
 * A release: one build of the shell and of each remote, the pages made from these builds and the backend's data, and
 * everything else that planning the next release needs. It is stored as `releases/<number>.json.gz`.
 */
export const release = v.object({
  /** The store's own id, which its first release gives it. */
  site: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/, 'is not the id of a site')),
  /** The release's id, in the format of `RELEASE_ID`. */
  id: releaseId,
  createdAt: time,
  /** The release that was live when this one was planned; absent for the first release. */
  base: v.exactOptional(releaseId),
  /** In a preview, the apps whose builds were not live when the preview was made; absent in other releases. */
  preview: v.exactOptional(v.array(nameOfApp)),
  /** The builds, by workspace. */
  builds: v.record(nameOfApp, build),
  /** The hashes of the pages' data. See `DataHashes`. */
  data: v.record(nameOfApp, v.record(address, v.record(v.string(), sha256Hex))),
  /** What the backend answered, by the address of the read. Visitors may make the same reads. */
  answers: v.record(readAddress, answer),
  /** The collections that visitors may create records in, by the app that has the form. */
  forms: v.record(nameOfApp, v.array(collection)),
  /**
   * The pages by file name, e.g. `projects/_.html`. All of them are made of `builds` and `data`, except those that are
   * `behind`.
   */
  pages: v.record(pageName, page),
  /** The pages that could not be rendered. `pages` has their last version, a version without data, or no entry. */
  behind: v.exactOptional(v.record(pageName, behindPage)),
  /** The apps whose sources could not be read, so that their pages show older data; absent if there are none. */
  unread: v.exactOptional(v.array(nameOfApp)),
  /** The hashes of the files that are not pages, e.g. `robots.txt`, by file name. */
  files: v.record(fileName, sha256Hex),
  /** What remotes make of their data besides pages, by app; absent if no remote does. */
  made: v.exactOptional(v.record(nameOfApp, made)),
  /** The last hundred deployments, newest first, without refreshes. */
  log: v.array(deployment),
});
export type Release = v.InferOutput<typeof release>;

/**
 * The hashes of the pages' data: by app, in each app by route, and in each route by the entries that its source lists
 * (`PageSource.list`).
 */
export type DataHashes = Release['data'];

/** The name of the `ReleaseManifest`, which open tabs read. No two releases have the same manifest. */
export const RELEASE_FILE = 'release.json';

/** The address of a page, or its pattern; `*` for the 404 page. */
export function pathOf(file: string, { route }: Pick<ReleasePage, 'route'>): string {
  if (route === '*' || (route !== undefined && isPattern(route) && /(?:^|\/)_(?:\.404)?\.html$/.test(file)))
    return route;
  return `/${file.replace(/\.html$/, '').replace(/^index(?=\?|$)/, '')}`;
}

/** The builds of a release, each with its app. */
export function listBuilds({ builds }: Pick<Release, 'builds'>): AppBuild[] {
  return Object.entries(builds).map(([app, one]) => ({ app, ...one }));
}

/** Builds as a release has them. */
export function buildsByApp(builds: AppBuild[]): Release['builds'] {
  return Object.fromEntries(builds.map(({ app, ...build }) => [app, build]));
}

/** The version of each app's build, by workspace. */
export function versionsOf({ builds }: Pick<Release, 'builds'>): Record<string, string> {
  return Object.fromEntries(Object.entries(builds).map(([app, { version }]) => [app, version]));
}

/** Where the builds of a release come from, by workspace; undefined if no source is known. */
export function sourcesOf({ builds }: Pick<Release, 'builds'>): Deployment['builds'] {
  const known = Object.entries(builds).flatMap(([app, { source }]) =>
    source ? [[app, source] as const] : [],
  );
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/**
 * The release's own entry in the log.
 *
 * @param facts what the release itself does not say, such as its number and the operator's name
 */
export function deploymentOf<Facts>(
  release: Release,
  facts: Facts,
): Facts & Pick<Deployment, 'release' | 'at' | 'apps' | 'builds'> {
  const builds = sourcesOf(release);
  const { id, createdAt } = release;
  return { ...facts, release: id, at: createdAt, apps: versionsOf(release), ...(builds && { builds }) };
}

/** Every file of a release that a web server serves, with the hash of its content. */
export function contentsOf({
  pages,
  files,
}: Pick<Release, 'pages' | 'files'>): [file: string, content: string][] {
  const contents: [file: string, content: string][] = [];
  for (const [file, { content }] of Object.entries(pages)) contents.push([file, content]);
  return [...contents, ...Object.entries(files)];
}

/** The hashes of all data that a release refers to: of its pages, and of the backend's answers. */
export function dataOf({ data, answers }: Pick<Release, 'data' | 'answers'>): Set<string> {
  const hashes = new Set(Object.values(answers).map(({ content }) => content));
  for (const routes of Object.values(data))
    for (const entries of Object.values(routes)) for (const hash of Object.values(entries)) hashes.add(hash);
  return hashes;
}

/** The pictures of all pages of a release, by name. */
export function picturesOf({ pages }: Pick<Release, 'pages'>): Set<string> {
  return new Set(Object.values(pages).flatMap(({ pictures = [] }) => pictures));
}

/** The builds, `<app>/<version>`, that a release and its pages were made from. Browsers load all of these builds. */
export function buildsOf({ builds, pages }: Pick<Release, 'builds' | 'pages'>): Set<string> {
  const names = new Set(Object.entries(builds).map(([app, { version }]) => `${app}/${version}`));
  for (const { app, version, shell } of Object.values(pages)) {
    if (version !== undefined) names.add(`${app}/${version}`);
    if (shell !== undefined) names.add(`shell/${shell}`);
  }
  return names;
}
