import { isPictureName } from '@site/shared/api/pictureCopy';
import * as v from 'valibot';
import { address, appName, calls, fileName, sha256Hex, source, time, version } from '../build/Artifact';
import { isBuildName } from '../store/parseArtifact';
import { QUERY } from './pageAddress';

/** What the ids of releases look like, UTC time and a suffix; nothing else is ever looked up as one. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** Of the name of a page, what stands before the query that it may be found by. */
const beforeQuery = v.pipe(
  v.string(),
  v.transform((name) => name.replace(QUERY, '')),
);

/** When what a page shows was last changed. */
export const modified = v.pipe(v.string(), v.regex(/^[^\p{C}<>&"]{1,60}$/u, 'is no time'));

/** The names of pictures. */
export const pictures = v.array(v.pipe(v.string(), v.check(isPictureName, 'is no name of a picture')));

/** What a page is made of. */
const madeOf = v.object({
  /** The workspace that owns the page, e.g. `studio-remote`. */
  app: appName,
  /** The address or pattern that it answers, e.g. `/projects/:projectId`; `*` for the 404 page. */
  path: v.union([v.literal('*'), v.pipe(beforeQuery, address)]),
  /** For a page behind a pattern, or with a query: the path of its route. */
  route: v.exactOptional(address),
  /** Version of the build of `app` that rendered it. */
  version,
  /** Version of the shell's build that rendered it. */
  shell: version,
  /** Hash of the data that it shows; absent without data. */
  data: v.exactOptional(sha256Hex),
});

/** One page of a release, and all that it was made of. */
const page = v.object({
  ...madeOf.entries,
  /** The pictures that its data names, sorted; it offers copies of each, whether they have been made or not. */
  pictures: v.exactOptional(pictures),
  /** Hash of the document: it is stored as `pages/<content>`. */
  content: sha256Hex,
  /** Whether the sitemap lists it. */
  listed: v.exactOptional(v.literal(true)),
  /** When what it shows was last changed, ISO 8601. */
  modified: v.exactOptional(modified),
});
export type ReleasePage = v.InferOutput<typeof page>;

/** A page that could not be rendered, and what it was to be made of. */
const failedPage = v.object({ ...madeOf.entries, data: sha256Hex });
export type FailedPage = v.InferOutput<typeof failedPage>;

/** What some builds, `<app>/<version>`, ask of the backend. */
const buildCalls = v.object({
  builds: v.array(v.pipe(v.string(), v.check(isBuildName, 'is no name of a build'))),
  /** Absent if they were made before remotes declared their calls. */
  calls: v.exactOptional(calls),
});
export type BuildCalls = v.InferOutput<typeof buildCalls>;

/** One shell build, one build of each remote, and for each address the page made of them and of the data of its time. */
export const release = v.object({
  /** As `RELEASE_ID` says. */
  id: v.string(),
  createdAt: time,
  /** The release that was live when this one was composed; absent for the first. */
  base: v.exactOptional(v.pipe(v.string(), v.regex(RELEASE_ID, 'is no id of a release'))),
  /** Of a preview: the apps whose builds were not live when it was made. */
  preview: v.exactOptional(v.array(appName)),
  /** Version by workspace. */
  apps: v.record(appName, version),
  /** Where the builds come from, by workspace; absent if no build says it. */
  builds: v.exactOptional(v.record(appName, source)),
  /**
   * The calls that are allowed while it is live: those of its builds and of earlier ones that tabs may have open. Absent if
   * it was made before remotes declared their calls.
   */
  calls: v.exactOptional(v.pipe(v.array(buildCalls), v.maxLength(1000, 'are too many'))),
  /** By file name, e.g. `projects/_.html`. */
  pages: v.record(v.pipe(beforeQuery, fileName), page),
  /**
   * The pages that could not be rendered with what the backend has, by file name; absent if all could. Such a page is
   * among `pages` in its last version, or without its data, or not at all.
   */
  failed: v.exactOptional(v.record(v.pipe(beforeQuery, fileName), failedPage)),
  /** The contents of the other files below the site's root, e.g. `robots.txt`, as of pages. */
  files: v.record(fileName, sha256Hex),
});
export type Release = v.InferOutput<typeof release>;

/** The file that tabs read, a `ReleaseManifest`: the one that no release shares with another. */
export const RELEASE_FILE = 'release.json';

/** Every file that a web server finds in a release, with the content that it is stored by. */
export function contentsOf({
  pages,
  files,
}: Pick<Release, 'pages' | 'files'>): [file: string, content: string][] {
  return [
    ...Object.entries(pages).map(([file, { content }]): [string, string] => [file, content]),
    ...Object.entries(files),
  ];
}

/** The hashes of all data that a release names. */
export function dataOf({ pages, failed = {} }: Pick<Release, 'pages' | 'failed'>): Set<string> {
  return new Set([...Object.values(pages), ...Object.values(failed)].flatMap(({ data }) => data ?? []));
}

/** The pictures of all pages of a release, by name. */
export function picturesOf({ pages }: Pick<Release, 'pages'>): Set<string> {
  return new Set(Object.values(pages).flatMap(({ pictures = [] }) => pictures));
}

/** The builds, `<app>/<version>`, that a release and its pages were made of; all of them are asked for by browsers. */
export function buildsOf({ apps, pages }: Release): Set<string> {
  return new Set([
    ...Object.entries(apps).map(([app, version]) => `${app}/${version}`),
    ...Object.values(pages).flatMap((page) => [`${page.app}/${page.version}`, `shell/${page.shell}`]),
  ]);
}
