/** A bundle in the page that can replace its modules. */
export interface HotApp {
  /** The workspace, e.g. `studio-remote`. */
  app: string;
  /** The build that is in the page by now. */
  hash: () => string;
  /** Replaces what has changed; gives nothing, or rejects, if that cannot be done in place. */
  update: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** Where the bundles of a development page put themselves down, and the page's script takes them from. */
    siteHotApps?: HotApp[];
  }
}
