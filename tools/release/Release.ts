import type { BuildSource } from '@site/shared/remote';

/** One page of a release, and all that it was made of. */
export interface ReleasePage {
  /** The workspace that owns the page, e.g. `studio-remote`. */
  app: string;
  /** The address or pattern that it answers, e.g. `/projects/:projectId`; `*` for the 404 page. */
  path: string;
  /** For a page behind a pattern, or with a query: the path of its route. */
  route?: string;
  /** Version of the build of `app` that rendered it. */
  version: string;
  /** Version of the shell's build that rendered it. */
  shell: string;
  /** Hash of the data that it shows; absent without data. */
  data?: string;
  /** The pictures that its data names, sorted; it offers copies of each, whether they have been made or not. */
  pictures?: string[];
  /** SHA-256 of the document, hex: it is stored as `pages/<content>`. */
  content: string;
  /** Whether the sitemap lists it. */
  listed?: true;
  /** When what it shows was last changed, ISO 8601. */
  modified?: string;
}

/** One shell build, one build of each remote, and for each address the page made of them and of the data of its time. */
export interface Release {
  /** UTC time and a suffix, e.g. `20261121T101500123Z-1a2b3c4d`; a preview's suffix cannot be guessed. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** The release that was live when this one was composed; absent for the first. */
  base?: string;
  /** Of a preview: what it is found by, e.g. `pr-12`, if it was given a name. */
  name?: string;
  /** Version by workspace. */
  apps: Record<string, string>;
  /** Where the builds come from, by workspace; absent if no build says it. */
  builds?: Record<string, BuildSource>;
  /** By file name, e.g. `projects/_.html`. */
  pages: Record<string, ReleasePage>;
  /** The contents of the other files below the site's root, e.g. `robots.txt`, as of pages. */
  files: Record<string, string>;
}

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
