import type { ComponentType } from 'react';

/** What the shell needs to know about a page before any of the page's code has run. */
export interface PageHandle {
  /** Document title, without the site's name. */
  title: string;
  /** Meta description, one sentence. */
  description: string;
  /** 'none' hides the site's header and footer. */
  chrome: 'full' | 'none';
  /** Whether search engines may list the page. */
  index: boolean;
  /** Keeps the page's address, which holds a secret, from everyone that it links to. */
  referrer?: 'no-referrer';
}

/** One page of a remote: a route object whose component is a chunk of its own. */
export interface PageRoute {
  /** `<remote name>/<chunk name>`, e.g. `studio/HomePage`: tells which chunk to preload for the page. */
  id: string;
  /** Absolute path; only its last segment may be a parameter. */
  path: string;
  handle: PageHandle;
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** What every remote exposes as `./routes`. */
export interface RemoteModule {
  routes: PageRoute[];
}

/**
 * A page behind a pattern, such as one project, that is known at deploy time: it gets a document with a head of
 * its own around the pattern's content.
 */
export interface KnownPage {
  /** Absolute path; its last segment takes the place of the pattern's parameter. */
  path: string;
  title: string;
  /** Meta description. */
  description: string;
  /** Address of a picture for social previews, from the site's root. */
  image?: string;
  /** When it was last changed, ISO 8601. */
  modified?: string;
  /** What the page is about, as a schema.org object with its `@type`. */
  subject?: Record<string, unknown>;
}

/**
 * Reads from the backend.
 *
 * @param path below the API's base, e.g. `/collections/projects/records`
 */
export type ReadBackend = (
  path: string,
  query: Record<string, string | number>,
) => Promise<Record<string, unknown>>;

/** What a remote's `src/server.ts` exports for deployment. */
export interface RemoteServerModule extends RemoteModule {
  listKnownPages?: (read: ReadBackend) => Promise<KnownPage[]>;
}

/** What a remote's `remote.config.ts` says about it. */
export interface RemoteConfig {
  name: string;
  /** The path below which every URL belongs to this remote; the longest mount wins. */
  mount: string;
  /** The paths to prerender, patterns as in the routes. */
  paths: string[];
}

/** One script or style sheet of a release. */
export interface ReleaseAsset {
  url: string;
  /** Subresource integrity, `sha384-…`. */
  integrity: string;
}

/** One remote as a page's release block names it. */
export interface ReleaseRemote {
  name: string;
  mount: string;
  version: string;
  entry: ReleaseAsset;
}

/** The release that a page belongs to, as JSON in its `<script id="release">`. */
export interface ReleaseBlock {
  id: string;
  shell: string;
  remotes: ReleaseRemote[];
}

/**
 * Marks the element of a prerendered page that waits for data. If the page's scripts cannot be had, the shell
 * replaces its content by a message and a way to try again.
 */
export const AWAITS_DATA_ATTRIBUTE = 'data-awaits-data';
