/** The state of one app's build. */
export interface AppBuild {
  /** The workspace, e.g. `studio-remote`. */
  app: string;
  /** The browser build's hash; empty before the first. */
  hash: string;
  /** The compiler's errors; empty if it has succeeded. */
  errors: string[];
}

/** The state of all builds, as the development server sends it to its pages. */
export interface BuildState {
  /** Grows with every build that has come to its end. */
  generation: number;
  apps: AppBuild[];
}
