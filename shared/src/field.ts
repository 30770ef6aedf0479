/** The path to which pages send their reports with `POST`. The server accepts reports only from pages of the same site. */
export const FIELD_ADDRESS = '/field';

/** The key in `localStorage` that stops a visitor's pages from sending reports. Its value does not matter. */
export const OBJECTION = 'no-field';

/** What failed: loading a remote's entry, loading another script of the remote, rendering a page, or hydrating a page. */
export type FailurePhase = 'entry' | 'chunk' | 'render' | 'hydration';

/**
 * The place of an uncaught error: the error's name, the script as `<app>/<version>/<file>`, line and column. Line and column
 * count from 1, as in a stack trace. The message is left out, because it may quote what a visitor has typed.
 */
export type FieldError = [name: string, script: string, line: number, column: number];

/** The report that a page sends once, when the visitor leaves it. The report does not identify the visitor. */
export interface FieldReport {
  /** The builds that the page was made of, each as `<app>/<version>`. */
  builds: string[];
  /** The path of the page's route, such as `/projects/:projectId`. The 404 page reports `*`. */
  route?: string | undefined;
  /** The type of the navigation that loaded the document, as the browser reports it, e.g. `reload`. */
  how?: string | undefined;
  /** The largest contentful paint and the interaction to next paint, in milliseconds, and the cumulative layout shift. */
  lcp?: number;
  inp?: number;
  cls?: number;
  /** At most five different errors. */
  errors: FieldError[];
  failures: Partial<Record<FailurePhase, number>>;
}

/**
 * Returns whether the visitor objects to reports, by a setting of the browser or by the key `OBJECTION`. If storage is
 * blocked, also returns true.
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
