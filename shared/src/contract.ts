import type { ComponentType } from 'react';

/** The properties of a page that the shell needs before it loads the page's code. */
export interface PageHandle {
  /** The document title, without the brand name. */
  title: string;
  /** The meta description, in one sentence. */
  description: string;
  /** Hides the site's header and footer. The page must then render `<main id="content" tabIndex={-1}>` itself. */
  chrome?: 'none';
  /** Excludes the page from search engines, unless its source returns metadata (see `PageSource.head`). */
  index?: false;
  /** Keeps the page's URL out of the `Referer` header. Set this if the URL contains a secret. */
  referrer?: 'no-referrer';
  /** The page's brand, if it differs from the site's brand. */
  brand?: Brand;
  /** The page's `og:type` for link previews. The default is `website`. */
  type?: 'article';
  /** A link to the same content in another format, such as a feed from `RemoteServerModule.files`. */
  alternate?: { type: string; href: string; title: string };
}

/**
 * The brand of a product. It replaces the site's brand in the `<head>` of the product's pages: the name, the icons, the
 * colours, and the picture for link previews. The remote's `public/` must contain `favicon.ico`, `favicon.svg`,
 * `apple-touch-icon.png`, and the picture as `social.png`. The picture must be 1200 x 630 pixels.
 */
export interface Brand {
  /** The name at the end of each document title. */
  name: string;
  /** The icon's file name. In the browser, the shell replaces this name with the file's URL. */
  icon: string;
  /** The alternative text of `social.png`, the picture for link previews. */
  picture: string;
  /** The background colours of the brand's pages. Browsers also use them for their toolbars. */
  background: { light: string; dark: string };
}

/** A remote's page as a React Router route object. The page's component is in a chunk of its own. */
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

/** The metadata that a source derives from a page's data, for search engines and link previews (see `PageSource.head`). */
export interface PageHead {
  /** The document title, without the brand name. */
  title: string;
  description: string;
  /**
   * The URL of the picture for link previews, relative to the site's root. The picture must be a JPEG or PNG of 1200 x 630
   * pixels.
   */
  image?: string;
  /** When the page's content last changed, in ISO 8601 format. */
  modified?: string;
  /** A schema.org object, including its `@type`, that describes the page's subject. */
  subject?: Record<string, unknown>;
}

/**
 * Reads from the backend. **What you read becomes public**: the server sends the backend's answer, unchanged, to any visitor
 * who requests the same address. Exclude private data with the collection's API rules, with hidden fields, or with the
 * `fields` query parameter.
 *
 * @param path the path relative to the API's base URL, e.g. `/collections/projects/records`
 */
export type ReadBackend = (
  path: string,
  query: Record<string, string | number>,
) => Promise<Record<string, unknown>>;

/**
 * Supplies the data for a route's pages during a deployment. In the browser, a page first shows the data that is embedded in
 * the document. It may then read newer data from the backend.
 *
 * @typeParam Data the backend's data for one page
 * @typeParam Shown the part of the data that is embedded in the page as JSON
 */
export interface PageSource<Data = unknown, Shown = unknown> {
  /**
   * Reads the data for all pages of the route. Each key of the returned map identifies one page, and is called its entry. If
   * the route's path has a parameter, the entry is the parameter's value. Otherwise, the entry is the empty string. If the
   * route also has pages for certain queries, their entries are the queries, such as `?category=Web%20Design`. All sources
   * of a release share one `read`, which requests each address only once.
   *
   * @throws any error that `read` throws
   */
  list(read: ReadBackend): Promise<ReadonlyMap<string, Data>>;
  /**
   * Reduces the data to the part that the page shows. If the data contains HTML, this method must sanitise it.
   *
   * @param openWindow returns a window whose DOM the sanitiser can use
   */
  prepare(data: Data, openWindow: () => unknown): Shown;
  /** Returns the names (see `pictureName`) of the pictures that the page shows. Only these pictures get copies. */
  pictures?(data: Data): string[];
  /**
   * Returns the metadata for the page with the given entry (see `list`). If this method is absent or returns undefined, the
   * title and the other metadata come from the route's `handle`. The shell does not call this method in the browser, so the
   * page's code must also pass the metadata to `usePageHead`.
   */
  head?(shown: Shown, entry: string): PageHead | undefined;
}

/** What a remote's `src/server.ts` exports for deployments. */
export interface RemoteServerModule extends RemoteModule {
  sources?: Record<string, PageSource>;
  /**
   * Schema.org objects for pages without a source, by route id. Each object includes its `@type`, and describes the subject
   * of one page.
   */
  subjects?: Record<string, Record<string, unknown>>;
  /**
   * Generates additional files, such as a feed, from the remote's data. A deployment calls this function if the remote's
   * build or data has changed.
   *
   * @returns the files' contents by path. Each path must be under the mount. The extension determines the content type:
   *   `.rss`, `.atom`, `.xml`, `.json`, `.ics`, `.csv` or `.txt`
   */
  files?: (data: SourceData) => Record<string, string>;
  /**
   * Lists pages that have moved. Visitors are redirected with status 308, unless a page exists at the old path.
   *
   * @returns the new paths, keyed by old path. Each old path must be under the mount
   */
  redirects?: (data: SourceData) => Record<string, string>;
}

/** The data that a remote's sources have listed, keyed by route id and then by entry (see `PageSource.list`). */
export type SourceData = Record<string, ReadonlyMap<string, unknown>>;

export interface RemoteConfig {
  name: string;
  /** The remote owns this path and all paths under it. If several mounts match a URL, the longest one applies. */
  mount: string;
  /** The paths of the pages to prerender. Parameters are written as in the route's path, e.g. `/projects/:projectId`. */
  paths: string[];
  /**
   * The required versions of this contract and of the router facade, as semver ranges such as `^1.0.0`. By default, a remote
   * accepts all versions that are compatible with those it was built with. The required version of React is set in
   * `package.json`.
   */
  requires?: { contract: string; router: string };
  /**
   * The collections in which the remote's forms create records. Each collection may belong to only one remote. If a later
   * build no longer lists a collection, the server still accepts submissions to it, because an older page may still be open
   * in a tab. Once the remote has been removed, the server rejects submissions to its collections.
   */
  forms?: string[];
  /**
   * Size limits for each page of the remote, if they are to be stricter than the site's. A page's size is that of the
   * remote's entry plus the page's own chunk.
   */
  budgets?: Budgets;
  /** Whether pages under the mount send a report when a visitor leaves them (see `field.ts`). By default, they send none. */
  field?: true;
}

/** Size limits in bytes, before compression: one for all scripts together, and one for all style sheets together. */
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

/** The builds that rendered a page. The page contains this object as JSON in `<script id="page">`. */
export interface PageManifest {
  /** The version of the shell's build. */
  shell: string;
  /** Absent on the shell's 404 page. */
  remote?: ReleaseRemote;
}

export interface BuildSource {
  /** The git commit. Absent if the app was not built from a git checkout. */
  commit?: string;
  /** Whether the git checkout was free of uncommitted changes. */
  clean?: boolean;
  /** When the app was built, in ISO 8601 format. */
  builtAt: string;
  node: string;
}

/** The live release, as served at `/release.json`. The response is never cached. */
export interface ReleaseManifest {
  id: string;
  /** The version of the shell's build. */
  shell: string;
  remotes: ReleaseRemote[];
  /** When and from which commit each build was made, by app. Absent if no build records this. */
  builds?: Record<string, BuildSource>;
  preview?: true;
  /** The script that sends reports (see `field.ts`). Absent if the shell has no such script. */
  field?: ReleaseAsset & {
    /** The mounts of the remotes whose `remote.config.ts` does not set `field`. Pages under these mounts send no reports. */
    except: string[];
  };
}

/**
 * In a prerendered page, this attribute marks an element that is waiting for data. If the page's scripts fail to load, the
 * shell replaces the element's content with a message and a retry button.
 */
export const PENDING_ATTRIBUTE = 'data-awaits-data';
