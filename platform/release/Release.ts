import { isPictureName } from '@site/shared/api/pictureCopy';
import * as v from 'valibot';
import { address, appName, collection, fileName, sha256Hex, source, time, version } from '../build/Artifact';
import { TIME_TEXT } from '../render/createRenderer';
import { QUERY } from '../render/pageAddress';

/** The format of release ids: the UTC time and a random suffix. Ids of any other format are never looked up. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[\da-f]{8}$/;

/** Strips the query from the name of a page. */
const beforeQuery = v.pipe(
  v.string(),
  v.transform((name) => name.replace(QUERY, '')),
);

/** When the content of a page was last changed. */
const modified = v.pipe(v.string(), v.regex(TIME_TEXT, 'is not a time'));

/** The names of pictures. */
const pictures = v.array(v.pipe(v.string(), v.check(isPictureName, 'is not a picture name')));

/** The builds and data that a page is made from. */
const madeOf = v.object({
  /** The workspace that owns the page, e.g. `studio-remote`. */
  app: appName,
  /** The address or pattern of the page, e.g. `/projects/:projectId`; `*` for the 404 page. */
  path: v.union([v.literal('*'), v.pipe(beforeQuery, address)]),
  /**
   * The path of the page's route; absent if it equals `path`. They differ if `path` matches a pattern or has a query.
   */
  route: v.exactOptional(address),
  /** Version of the build of `app` that rendered the page. */
  version,
  /** Version of the shell's build that rendered the page. */
  shell: version,
  /** Hash of the data that the page shows; absent if it shows none. */
  data: v.exactOptional(sha256Hex),
});

/** One page of a release. */
const page = v.object({
  ...madeOf.entries,
  /** The pictures in the page's data, sorted. The page refers to copies of them, even before the copies are made. */
  pictures: v.exactOptional(pictures),
  /** Hash of the document, which is stored as `pages/<content>`. */
  content: sha256Hex,
  /** Whether the sitemap lists the page. */
  listed: v.exactOptional(v.literal(true)),
  /** When the page's content was last changed, ISO 8601. */
  modified: v.exactOptional(modified),
});
export type ReleasePage = v.InferOutput<typeof page>;

/** A page that could not be rendered, with the builds and data that it should have been made from. */
const failedPage = v.object({ ...madeOf.entries, data: sha256Hex });
export type FailedPage = v.InferOutput<typeof failedPage>;

/** What the backend answered to a read. */
const answer = v.object({
  /** The hash of the answer, which is stored as data. */
  content: sha256Hex,
  /** The apps whose live builds make the read; empty if only earlier builds did. */
  by: v.array(appName),
  /** The names and ids of the collections whose records the answer contains. Visitors may load the files of these records. */
  collections: v.array(v.string()),
  /** When the answer is dropped, if no live build makes the read. */
  until: v.exactOptional(time),
});

/** The address of a read, below `/api`. */
const readAddress = v.pipe(v.string(), v.regex(/^\/[^\s\p{C}]{1,4000}$/u, 'is not the address of a read'));

/**
 * A release: one build of the shell and of each remote, and the pages made from these builds and the backend's data.
 */
export const release = v.object({
  /** The release's id, in the format of `RELEASE_ID`. */
  id: v.string(),
  createdAt: time,
  /** The release that was live when this one was composed; absent for the first release. */
  base: v.exactOptional(v.pipe(v.string(), v.regex(RELEASE_ID, 'is not a release id'))),
  /** In a preview, the apps whose builds were not live when the preview was made; absent in other releases. */
  preview: v.exactOptional(v.array(appName)),
  /** The version of each app's build, by workspace. */
  apps: v.record(appName, version),
  /** Where the builds come from, by workspace; absent if no origin is known. */
  builds: v.exactOptional(v.record(appName, source)),
  /** What the backend answered, by the address of the read. Visitors may make the same reads. */
  answers: v.record(readAddress, answer),
  /** The collections that visitors may create records in, by the app that has the form. */
  forms: v.record(appName, v.array(collection)),
  /** The pages by file name, e.g. `projects/_.html`. */
  pages: v.record(v.pipe(beforeQuery, fileName), page),
  /**
   * The pages that could not be rendered with the backend's data, by file name; absent if there are none. For such a
   * page, `pages` has the last version, a version without data, or no entry.
   */
  failed: v.exactOptional(v.record(v.pipe(beforeQuery, fileName), failedPage)),
  /** The apps whose sources could not be read, so that their pages show older data; absent if there are none. */
  unread: v.exactOptional(v.array(appName)),
  /** The hashes of the files that are not pages, e.g. `robots.txt`, by file name. */
  files: v.record(fileName, sha256Hex),
});
export type Release = v.InferOutput<typeof release>;

/** The name of the `ReleaseManifest`, which open tabs read. No two releases have the same manifest. */
export const RELEASE_FILE = 'release.json';

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
export function dataOf({
  pages,
  failed = {},
  answers,
}: Pick<Release, 'pages' | 'failed' | 'answers'>): Set<string> {
  const hashes = new Set(Object.values(answers).map(({ content }) => content));
  for (const { data } of [...Object.values(pages), ...Object.values(failed)]) {
    if (data !== undefined) hashes.add(data);
  }
  return hashes;
}

/** The pictures of all pages of a release, by name. */
export function picturesOf({ pages }: Pick<Release, 'pages'>): Set<string> {
  return new Set(Object.values(pages).flatMap(({ pictures = [] }) => pictures));
}

/** The builds, `<app>/<version>`, that a release and its pages were made from. Browsers load all of these builds. */
export function buildsOf({ apps, pages }: Release): Set<string> {
  const builds = new Set<string>();
  for (const [app, version] of Object.entries(apps)) builds.add(`${app}/${version}`);
  for (const { app, version, shell } of Object.values(pages)) {
    builds.add(`${app}/${version}`);
    builds.add(`shell/${shell}`);
  }
  return builds;
}
