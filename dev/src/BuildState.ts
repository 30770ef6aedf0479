/** How the build of one app stands. */
export interface AppBuild {
  /** The workspace, e.g. `studio-remote`. */
  app: string;
  /** The browser build's hash; empty before the first. */
  hash: string;
  /** What the compiler objects to; empty if the build is whole. */
  errors: string[];
}

/** How the builds stand, as the development server tells its pages. */
export interface BuildState {
  /** Grows with every build that has come to its end. */
  generation: number;
  apps: AppBuild[];
}
