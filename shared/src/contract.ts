import type { ComponentType } from 'react';

/** What the shell needs to know about a page before any of the page's code has run. */
export interface PageHandle {
  /** Document title, without the site's name. */
  title: string;
  /** Meta description, one sentence. */
  description: string;
  /** Hides the site's header and footer. The page then has to render `<main id="content" tabIndex={-1}>` itself. */
  chrome?: 'none';
  /** Keeps the page out of search engines. */
  index?: false;
  /** Keeps the page's URL, which contains a secret, out of the `Referer` header. */
  referrer?: 'no-referrer';
  /** The page's brand, if it is not the site's own. */
  brand?: Brand;
  /** What the page is for link previews (`og:type`); by default a page of the website. */
  type?: 'article';
  /** The same content in another format, such as a feed that the remote makes (see `RemoteServerModule.files`). */
  alternate?: { type: string; href: string; title: string };
}

/**
 * A product's brand. The brand's name, icons, colours and share picture replace the site's in the heads of the product's
 * pages. The remote's `public/` contains `favicon.ico`, `favicon.svg`, `apple-touch-icon.png` and `social.png`.
 */
export interface Brand {
  /** The name that is appended to the brand's page titles. */
  name: string;
  /** The file name of the icon. In the browser, the shell replaces it with the file's URL. */
  icon: string;
  /** The alternative text of `social.png`, which is 1200 x 630 pixels. */
  picture: string;
  /** The background colours of the brand's pages. Browsers also use these colours for their toolbars. */
  background: { light: string; dark: string };
}

/** One page of a remote: a route object whose component is in a separate chunk. */
export interface PageRoute {
  /** `<remote name>/<chunk name>` as one string, e.g. `studio/HomePage`. It identifies the chunk to preload for the page. */
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

/** The metadata that a page derives from its data, for search engines and link previews. */
export interface PageHead {
  /** Document title, without the site's name. */
  title: string;
  /** Meta description. */
  description: string;
  /** URL of a JPEG or PNG of 1200 x 630 pixels for link previews, relative to the site's root. */
  image?: string;
  /** When the page's content last changed, ISO 8601. */
  modified?: string;
  /** What the page is about, as a schema.org object with its `@type`. */
  subject?: Record<string, unknown>;
}

/**
 * Reads from the backend. **What you read becomes public**: the site answers any visitor's request for the same address with
 * what was read, as it came. Leave out what is not for everybody by the collection's rules, by hidden fields, or by `fields`.
 *
 * @param path below the API's base, e.g. `/collections/projects/records`
 */
export type ReadBackend = (
  path: string,
  query: Record<string, string | number>,
) => Promise<Record<string, unknown>>;

/**
 * Supplies the data of a route's pages at deployment. In the browser, a page first shows the embedded data and then
 * requests the data again.
 *
 * @typeParam Data the backend's data for one page
 * @typeParam Shown the part of the data that the page embeds and shows, as JSON
 */
export interface PageSource<Data = unknown, Shown = unknown> {
  /**
   * Reads the data for every page of the route, by entry. An entry is the value of the path's parameter. For a path
   * without a parameter, the entry is the empty string, or the query that selects a separate page, such as
   * `?category=Web%20Design`. All sources of a release share one `read`, which makes each request only once.
   *
   * @throws what `read` throws
   */
  list(read: ReadBackend): Promise<ReadonlyMap<string, Data>>;
  /**
   * Reduces the data to the part that the page shows, with rich HTML sanitised.
   *
   * @param openWindow returns a DOM window for the sanitiser
   */
  prepare(data: Data, openWindow: () => unknown): Shown;
  /** The pictures that the page shows, each given as the name of its copies (see `pictureName`). */
  pictures?(data: Data): string[];
  /** Returns the metadata of an entry's page; by default the route's handle. The browser calls this method, too. */
  head?(shown: Shown, entry: string): PageHead | undefined;
}

/** What a remote's `src/server.ts` exports for deployment. */
export interface RemoteServerModule extends RemoteModule {
  /** The data sources, by route id. */
  sources?: Record<string, PageSource>;
  /** What pages without a data source are about, by route id: schema.org objects with their `@type`. */
  subjects?: Record<string, Record<string, unknown>>;
  /**
   * Makes files of the remote's data, such as a feed: their text, by their address below the mount. The extension decides the
   * type: `.rss`, `.atom`, `.xml`, `.json`, `.ics`, `.csv` or `.txt`. Called when the build or the data has changed.
   */
  files?: (data: SourceData) => Record<string, string>;
  /**
   * Lists the addresses below the mount that have moved, with the paths where their pages are now. Visitors are redirected
   * with 308. A redirect never hides a page that exists.
   */
  redirects?: (data: SourceData) => Record<string, string>;
}

/** What the sources of a remote have listed: by route id, and in each route by entry (`PageSource.list`). */
export type SourceData = Record<string, ReadonlyMap<string, unknown>>;

/** The configuration in a remote's `remote.config.ts`. */
export interface RemoteConfig {
  name: string;
  /** The path below which all URLs belong to this remote; the longest matching mount wins. */
  mount: string;
  /** The paths to prerender, as the routes state them, including parameters. */
  paths: string[];
  /**
   * The versions of this contract and of the router facade that the remote needs, as semver ranges such as `^1.0.0`. By
   * default, any version compatible with the one in the build is accepted. React's versions are in `package.json`.
   */
  requires?: { contract: string; router: string };
  /**
   * The names of the collections that the remote's forms create records in. Only one remote may have a form. The site keeps
   * accepting a form that a later build no longer names, for tabs that are still open, until the remote is removed.
   */
  forms?: string[];
  /** Size limits that are stricter than the site's. Each limit applies to a page together with the remote's entry. */
  budgets?: Budgets;
  /** Whether the pages below the mount report how they did when they are left (`field.ts`). By default, they report nothing. */
  field?: true;
}

/** Sizes in bytes, uncompressed. */
export interface Budgets {
  scripts?: number;
  styles?: number;
}

/** One script or style sheet of a release. */
export interface ReleaseAsset {
  url: string;
  /** Subresource integrity, `sha256-…`. */
  integrity: string;
}

/** One remote of a release. */
export interface ReleaseRemote {
  name: string;
  mount: string;
  version: string;
  entry: ReleaseAsset;
}

/** The two builds that rendered a page, the shell's and the remote's, as JSON in the page's `<script id="page">`. */
export interface PageManifest {
  /** The shell's version. */
  shell: string;
  /** The remote that owns the page; absent on the shell's 404 page. */
  remote?: ReleaseRemote;
}

/** Where a build comes from. */
export interface BuildSource {
  /** The git commit; absent if the sources were not a git checkout. */
  commit?: string;
  /** Whether the sources were unchanged since that commit. */
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
  /** Where the builds come from, by workspace; absent if no build records its origin. */
  builds?: Record<string, BuildSource>;
  /** Whether the release is a preview. */
  preview?: true;
  /** The script with which pages report how they did, see `field.ts`; absent if the shell has none. */
  field?: ReleaseAsset & {
    /** The mounts of the remotes whose pages report nothing: those without `field` in their `remote.config.ts`. */
    except: string[];
  };
}

/**
 * Marks an element of a prerendered page that waits for data. If the page's scripts cannot be loaded, the shell replaces
 * the element's content with a message and a retry button.
 */
export const PENDING_ATTRIBUTE = 'data-awaits-data';
