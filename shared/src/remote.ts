import type { ComponentType } from 'react';

/** What the shell needs to know about a page before any of the page's code has run. */
export interface PageHandle {
  /** Document title, without the site's name. */
  title: string;
  /** Meta description, one sentence. */
  description: string;
  /** Hides the site's header and footer: such a page brings a `<main id="content" tabIndex={-1}>` of its own. */
  chrome?: 'none';
  /** Keeps the page out of search engines. */
  index?: false;
  /** Keeps the page's address, which holds a secret, from everyone that it links to. */
  referrer?: 'no-referrer';
  /** Whose page it is, if not the site's. */
  brand?: Brand;
}

/**
 * A product with its own brand: its name, icons, colours and share picture are in the heads of its pages instead
 * of the site's. The remote has `favicon.ico`, `favicon.svg`, `apple-touch-icon.png` and `social.png` in its `public/`.
 */
export interface Brand {
  /** Appended to the titles of its pages. */
  name: string;
  /** The name of the icon's file; in browsers the address that the shell makes of it. */
  icon: string;
  /** What `social.png`, of 1200 x 630 pixels, shows: its alternative text. */
  picture: string;
  /** The colours behind its pages, which the browser's own bars take on. */
  background: { light: string; dark: string };
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

/** The metadata for search engines and link previews that a page derives from its data. */
export interface PageHead {
  /** Document title, without the site's name. */
  title: string;
  /** Meta description. */
  description: string;
  /** Address of a JPEG or PNG for social previews, from the site's root. */
  image?: string;
  /** When what the page shows was last changed, ISO 8601. */
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

/**
 * What fills a route's pages at deployment. In the browser a page starts from what was embedded, and reads again.
 *
 * @typeParam Data what the backend has of one page
 * @typeParam Shown what the page embeds and shows of it: JSON
 */
export interface PageSource<Data = unknown, Shown = unknown> {
  /**
   * The data of every page that the route has, by entry: the value of its path's parameter; of a path without one
   * the empty string, or the query that selects a separate page, such as `?category=Web%20Design`. All sources of a
   * release read through one `read`, which asks the backend each thing once.
   *
   * @throws what `read` throws
   */
  list(read: ReadBackend): Promise<ReadonlyMap<string, Data>>;
  /**
   * Only what the page shows, rich HTML sanitised.
   *
   * @param openWindow gives a DOM to sanitise with
   */
  prepare(data: Data, openWindow: () => unknown): Shown;
  /** The pictures that the page shows, by the names of their copies (`pictureName`). */
  pictures?(data: Data): string[];
  /** The metadata of an entry's page; by default the route's handle. Called in the browser, too. */
  head?(shown: Shown, entry: string): PageHead | undefined;
}

/** What a remote's `src/server.ts` exports for deployment. */
export interface RemoteServerModule extends RemoteModule {
  /** By route id. */
  sources?: Record<string, PageSource>;
  /** What pages without a source are about, as schema.org objects with their `@type`, by route id. */
  subjects?: Record<string, Record<string, unknown>>;
}

/** Reads the records of a collection, page by page. */
export interface ListCall {
  kind: 'list';
  collection: string;
  /** What is sent besides the number of the page, in this order. */
  query: Record<string, string | number>;
}

/** Reads the record with a certain value in a field: the first item of a filtered list. */
export interface OneCall {
  kind: 'one';
  collection: string;
  field: string;
}

/** Loads files of a collection's records. Without it, a collection that is read gives its files in their own size. */
export interface FilesCall {
  kind: 'files';
  /** The collection's name, or its id if an editor has put pictures into a text before it was renamed. */
  collection: string;
  /** The sizes in which pictures are asked for, as the collection's migration lists them, e.g. `480x320f`. */
  thumbs: string[];
}

/** Creates a record in a collection that visitors never read. */
export interface FormCall {
  kind: 'form';
  collection: string;
}

/** A call of the backend that pages make. `shared/src/api/calls.ts` builds it and gives what the client takes. */
export type Call = ListCall | OneCall | FilesCall | FormCall;

/** The configuration in a remote's `remote.config.ts`. */
export interface RemoteConfig {
  name: string;
  /** The path below which every URL belongs to this remote; the longest mount wins. */
  mount: string;
  /** The paths to prerender, patterns as in the routes. */
  paths: string[];
  /**
   * The versions that it needs, as semver ranges such as `^1.0.0`: of this contract, and of the router facade. Without them
   * those that it is built with, or later ones. `package.json` gives the versions of React.
   */
  requires?: { contract: string; router: string };
  /** Every call that its pages make; the site passes no other on to the backend. A form belongs to one remote. */
  calls?: Call[];
  /** The largest size that one page may have with the remote's entry, below what the site allows. Uncompressed bytes. */
  budgets?: Budgets;
}

/** Sizes in bytes, not compressed. */
export interface Budgets {
  scripts?: number;
  styles?: number;
}

/** One script or style sheet of a release. */
export interface ReleaseAsset {
  url: string;
  /** Subresource integrity, `sha384-…`. */
  integrity: string;
}

/** One remote of a release. */
export interface ReleaseRemote {
  name: string;
  mount: string;
  version: string;
  entry: ReleaseAsset;
}

/** What a page was made of, as JSON in its `<script id="page">`: its own app and the shell, no other app. */
export interface PageManifest {
  /** The shell's version. */
  shell: string;
  /** The remote that the page belongs to; absent on the shell's own 404 page. */
  remote?: ReleaseRemote;
}

/** Where a build comes from. */
export interface BuildSource {
  /** What was checked out; absent if it was no git checkout. */
  commit?: string;
  /** Whether nothing differed from that commit. */
  clean?: boolean;
  /** ISO 8601. */
  builtAt: string;
  /** Node's version. */
  node: string;
}

/** The release that a visitor sees, from the uncached `/release.json`. */
export interface ReleaseManifest {
  id: string;
  /** The shell's version. */
  shell: string;
  remotes: ReleaseRemote[];
  /** The origins of the builds, by workspace; absent if no build has one. */
  builds?: Record<string, BuildSource>;
  /** Whether it is a preview. */
  preview?: true;
}

/**
 * Marks the element of a prerendered page that waits for data. If the page's scripts cannot be loaded, the shell
 * replaces its content by a message and a way to try again.
 */
export const PENDING_ATTRIBUTE = 'data-awaits-data';
