/** Pages send their reports to this path as `POST` requests. The server accepts reports only from the site's own pages. */
export const FIELD_ADDRESS = '/field';

/**
 * The `localStorage` key that records a visitor's objection to reports. If the key exists, with any value, pages send no
 * reports.
 */
export const OBJECTION = 'no-field';

/** What failed: loading a remote's entry, loading another of the remote's scripts, rendering a page, or hydrating a page. */
export type FailurePhase = 'entry' | 'chunk' | 'render' | 'hydration';

/**
 * An uncaught error and its location. The script has the form `<app>/<version>/<file>`. Line and column are counted from 1,
 * as in a stack trace. The error's message is left out, because it may quote what a visitor has typed.
 */
export type FieldError = [name: string, script: string, line: number, column: number];

/** The report that a page sends once, when the visitor leaves. It does not identify the visitor. */
export interface FieldReport {
  /** The page's builds, each as `<app>/<version>`. */
  builds: string[];
  /** The path of the route, such as `/projects/:projectId`, or `*` for the 404 page. */
  route?: string | undefined;
  /** How the document was loaded, as in `PerformanceNavigationTiming.type`, e.g. `reload`. */
  how?: string | undefined;
  /** The largest contentful paint, in milliseconds. */
  lcp?: number;
  /** The interaction to next paint, in milliseconds. */
  inp?: number;
  /** The cumulative layout shift. */
  cls?: number;
  /** Up to five distinct errors. */
  errors: FieldError[];
  failures: Partial<Record<FailurePhase, number>>;
}

/**
 * Returns whether the visitor objects to reports, either through a browser setting or through the key `OBJECTION`. If
 * storage is blocked, this function returns true.
 */
export function objects(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl || doNotTrack === '1') return true;
  try {
    return localStorage.getItem(OBJECTION) !== null;
  } catch {
    return true;
  }
}
