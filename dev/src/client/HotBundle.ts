/** A bundle in the page that can replace its modules. */
export interface HotBundle {
  /** The workspace, e.g. `studio-remote`. */
  app: string;
  /** The hash of the build that is in the page now. */
  hash: () => string;
  /** Replaces the changed modules; resolves to nothing, or rejects, if the page has to be loaded again. */
  update: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** The bundles of a development page, which add themselves; the page's script updates them. */
    siteHotApps?: HotBundle[];
  }
}
