/** Where pages report how they did: `POST`, from pages of the same site only. */
export const FIELD_ADDRESS = '/field';

/** The key in `localStorage` that keeps a visitor's pages from reporting, whatever its value. */
export const OBJECTION = 'no-field';

/** What failed: a remote's entry, a script that it loads later, the rendering of a page, or its hydration. */
export type FailurePhase = 'entry' | 'chunk' | 'render' | 'hydration';

/**
 * An uncaught error, without its message, which may quote what a visitor has typed: its name, the script as
 * `<app>/<version>/<file>`, line and column. Both count from 1, as in a stack.
 */
export type FieldError = [name: string, script: string, line: number, column: number];

/** What a page reports once, when it is left. It says nothing of who the visitor is. */
export interface FieldReport {
  /** The builds that the page was made of, `<app>/<version>`. */
  builds: string[];
  /** The path of the page's route, such as `/projects/:projectId`; `*` for the 404 page. */
  route?: string | undefined;
  /** How the document was navigated to, as the browser says, e.g. `reload`. */
  how?: string | undefined;
  /** Largest contentful paint and interaction to next paint, in milliseconds, and the cumulative layout shift. */
  lcp?: number;
  inp?: number;
  cls?: number;
  /** At most five kinds. */
  errors: FieldError[];
  /** How often something failed, by what it was. */
  failures: Partial<Record<FailurePhase, number>>;
}

/** Whether the browser or the visitor has asked for nothing to be reported. If storage is blocked, nothing is. */
export function objects(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl || doNotTrack === '1') return true;
  try {
    return localStorage.getItem(OBJECTION) !== null;
  } catch {
    return true;
  }
}
