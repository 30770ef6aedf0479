import type { PageManifest } from '@site/shared/contract';
import type { FailurePhase } from '@site/shared/field';
import { loadEntry } from '../remotes/loadEntry';
import type { LiveRelease } from '../remotes/createLiveRelease';

/** The time limit for loading `field.js`, in milliseconds. It can be long, because nothing waits for the script. */
const LIMIT = 30_000;

export type Failure = [error: unknown, phase?: FailurePhase];

export interface Tab {
  live: LiveRelease;
  /** Absent if the page contains no readable manifest. */
  manifest?: PageManifest;
  /**
   * The failures so far. `reportPage` processes them, and then replaces `push` with a function that processes each later
   * failure immediately.
   */
  failures: { push: (failure: Failure) => unknown } & Iterable<Failure>;
  /** Absent if the page could not be hydrated. */
  router?: {
    state: {
      historyAction: string;
      location: { pathname: string };
      navigation: { location?: { pathname: string } | undefined };
      matches: { route: { path?: string | undefined } }[];
    };
    subscribe: (listener: (state: NonNullable<Tab['router']>['state']) => void) => unknown;
  };
}

/**
 * Loads `field.js`, the separate bundle that sends the page's report (see `reportPage`). The bundle's URL is in the live
 * release. Does nothing if the release contains no such URL.
 */
export async function loadField(tab: Tab): Promise<void> {
  const { field } = await tab.live.load();
  if (!field) return;
  Object.assign(window, { tab });
  await loadEntry(field, LIMIT);
}
