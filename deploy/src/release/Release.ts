import type { KnownPage, ReleaseBlock } from '@site/shared/remote';

/** One page of a release. */
export interface ReleasePage {
  /** The workspace that owns the page, e.g. `studio-remote`. */
  app: string;
  /** The path or pattern that it answers, e.g. `/projects/:projectId`; `*` for the 404 page. */
  path: string;
  /** For a known page behind a pattern: what its head says. Its content is the pattern's. */
  known?: KnownPage;
  /** Whether the sitemap lists it; set once it has been rendered. */
  listed?: true;
}

/** One shell build, one build of each remote, and the pages rendered from exactly those. */
export interface Release {
  /** UTC time and a short hash of the app versions, e.g. `20261121T101500123Z-1a2b3c4d`. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** The release that was live when this one was composed; absent for the first. */
  base?: string;
  /** Version by workspace. */
  apps: Record<string, string>;
  /** What each page says about its release. */
  block: ReleaseBlock;
  /** By file name, e.g. `projects/_.html`. */
  pages: Record<string, ReleasePage>;
  /** Names of the other files below the site's root, e.g. `robots.txt`; set once they have been rendered. */
  files: string[];
  /** SHA-256, hex, of every file of the release in each of its forms, by name, e.g. `about.html.br`. */
  hashes?: Record<string, string>;
}
