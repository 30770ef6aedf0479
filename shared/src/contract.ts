import type { ComponentType } from 'react';

/** The properties of a page that the shell needs before it loads the page's code. */
export interface PageHandle {
  /** The document title, without the site's name. */
  title: string;
  /** The meta description, in one sentence. */
  description: string;
  /** Hides the site's header and footer. The page itself then has to render `<main id="content" tabIndex={-1}>`. */
  chrome?: 'none';
  /** Excludes the page from search engines. */
  index?: false;
  /** Keeps the page's URL out of the `Referer` header, because the URL contains a secret. */
  referrer?: 'no-referrer';
  /** The page's brand, if it differs from the site's brand. */
  brand?: Brand;
  /** The page's `og:type` for link previews. The default is `website`. */
  type?: 'article';
  /** The same content in another format, such as a feed from `RemoteServerModule.files`. */
  alternate?: { type: string; href: string; title: string };
}

/**
 * The brand of a product. In the `<head>` of the product's pages, its name, icons, colours and share picture replace the
 * site's. The remote's `public/` must contain `favicon.ico`, `favicon.svg`, `apple-touch-icon.png` and `social.png`.
 */
export interface Brand {
  /** The name at the end of the document titles. */
  name: string;
  /** The icon's file name. In the browser, the shell replaces the file name with the file's URL. */
  icon: string;
  /** The alternative text of `social.png`, which is 1200 x 630 pixels. */
  picture: string;
  /** The background colours of the brand's pages, which browsers also use for their toolbars. */
  background: { light: string; dark: string };
}

/** A page of a remote, as a route object of React Router. The page's component is in a chunk of its own. */
export interface PageRoute {
  /** `<remote name>/<chunk name>`, e.g. `studio/HomePage`. The chunk's name tells the shell which chunk to preload. */
  id: string;
  /** The absolute path. Only its last segment may be a parameter. */
  path: string;
  handle: PageHandle;
  lazy: () => Promise<{ Component: ComponentType }>;
}

export interface RemoteModule {
  routes: PageRoute[];
}

/** Metadata that depends on a page's data, for search engines and link previews. */
export interface PageHead {
  /** The document title, without the site's name. */
  title: string;
  description: string;
  /** The URL of a picture for link previews, relative to the site's root: a JPEG or PNG of 1200 x 630 pixels. */
  image?: string;
  /** The time of the last change to the page's content, in ISO 8601. */
  modified?: string;
  /** A schema.org object with its `@type` that describes the page's subject. */
  subject?: Record<string, unknown>;
}

/**
 * Reads from the backend. **What you read becomes public**: the server sends the unchanged answer to any visitor who
 * requests the same address. Exclude private data by rules of the collection, by hidden fields, or by the query parameter
 * `fields`.
 *
 * @param path below the API's base, e.g. `/collections/projects/records`
 */
export type ReadBackend = (
  path: string,
  query: Record<string, string | number>,
) => Promise<Record<string, unknown>>;

/**
 * Supplies the data of a route's pages at deployment. In the browser, a page first shows the embedded data, then reads the
 * data again.
 *
 * @typeParam Data the backend's data for one page
 * @typeParam Shown the part of the data that is embedded in the page as JSON
 */
export interface PageSource<Data = unknown, Shown = unknown> {
  /**
   * Reads the data for all pages of the route. The keys of the returned map are called entries. For a path with a parameter,
   * an entry is the parameter's value. For any other path, an entry is the empty string or the query of a separate page,
   * such as `?category=Web%20Design`. All sources of a release share one `read`, which requests each address only once.
   *
   * @throws the errors of `read`
   */
  list(read: ReadBackend): Promise<ReadonlyMap<string, Data>>;
  /**
   * Reduces the data to the part that the page shows. HTML must be sanitised here.
   *
   * @param openWindow returns a window whose DOM the sanitiser can use
   */
  prepare(data: Data, openWindow: () => unknown): Shown;
  /** Returns the pictures that the page shows, as the names of their copies (see `pictureName`). */
  pictures?(data: Data): string[];
  /**
   * Returns the metadata of an entry's page. Without this method, the page has the metadata of the route's handle. Also
   * called in the browser.
   */
  head?(shown: Shown, entry: string): PageHead | undefined;
}

/** The exports of a remote's `src/server.ts`, which the deployment uses. */
export interface RemoteServerModule extends RemoteModule {
  sources?: Record<string, PageSource>;
  /**
   * For pages without a data source: a schema.org object with its `@type` that describes the page's subject, by route id.
   */
  subjects?: Record<string, Record<string, unknown>>;
  /**
   * Makes further files from the remote's data, such as a feed. Called when the build or the data has changed.
   *
   * @returns the text of each file by its path, which must be below the mount. The extension decides the type: `.rss`,
   *   `.atom`, `.xml`, `.json`, `.ics`, `.csv` or `.txt`
   */
  files?: (data: SourceData) => Record<string, string>;
  /**
   * Lists pages that have moved. Visitors are redirected with status 308, unless a page exists at the old path.
   *
   * @returns the new path by the old path, which must be below the mount
   */
  redirects?: (data: SourceData) => Record<string, string>;
}

/** The data that the sources of a remote have listed, by route id and entry (see `PageSource.list`). */
export type SourceData = Record<string, ReadonlyMap<string, unknown>>;

export interface RemoteConfig {
  name: string;
  /** The path below which all URLs belong to this remote. If several mounts match a URL, the longest one applies. */
  mount: string;
  /** The paths of the pages to prerender, with parameters as in the routes. */
  paths: string[];
  /**
   * The required versions of this contract and of the router facade, as semver ranges such as `^1.0.0`. By default, a remote
   * accepts all versions that are compatible with those it was built with. Versions of React are set in `package.json`.
   */
  requires?: { contract: string; router: string };
  /**
   * The collections in which the remote's forms create records. Each collection may belong to only one remote. If a later
   * build no longer names a collection, the server still accepts its form, because an older page may be open in a tab. When
   * the remote is removed, the server rejects the form.
   */
  forms?: string[];
  /** Size limits that are stricter than the site's. Each limit applies to the remote's entry and one page together. */
  budgets?: Budgets;
  /** Whether pages below the mount send a report when visitors leave them (`field.ts`). By default, they send none. */
  field?: true;
}

/** Limits for the uncompressed size, in bytes. */
export interface Budgets {
  scripts?: number;
  styles?: number;
}

export interface ReleaseAsset {
  url: string;
  /** The value of the `integrity` attribute, `sha256-…`. */
  integrity: string;
}

export interface ReleaseRemote {
  name: string;
  mount: string;
  version: string;
  entry: ReleaseAsset;
}

/** The shell's build and the remote's build that rendered a page. The page contains them as JSON in `<script id="page">`. */
export interface PageManifest {
  /** The version of the shell's build. */
  shell: string;
  /** The remote that owns the page. Absent on the shell's 404 page. */
  remote?: ReleaseRemote;
}

export interface BuildSource {
  /** The git commit. Absent if the app was not built from a git checkout. */
  commit?: string;
  /** Whether the git checkout had no uncommitted changes. */
  clean?: boolean;
  /** The time of the build, in ISO 8601. */
  builtAt: string;
  /** The version of Node that made the build. */
  node: string;
}

/** The release that visitors see, from `/release.json`, which is never cached. */
export interface ReleaseManifest {
  id: string;
  /** The version of the shell's build. */
  shell: string;
  remotes: ReleaseRemote[];
  /** The origin of each build by app. Absent if no build records its origin. */
  builds?: Record<string, BuildSource>;
  preview?: true;
  /** The script that sends reports (see `field.ts`). Absent if the shell has no such script. */
  field?: ReleaseAsset & {
    /** The mounts of remotes whose pages send no reports, because their `remote.config.ts` does not set `field`. */
    except: string[];
  };
}

/**
 * Marks an element of a prerendered page that waits for data. If the page's scripts fail to load, the shell replaces the
 * element's content with a message and a retry button.
 */
export const PENDING_ATTRIBUTE = 'data-awaits-data';
