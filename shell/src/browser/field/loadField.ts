import type { PageManifest } from '@site/shared/contract';
import type { FailurePhase } from '@site/shared/field';
import { loadEntry } from '../remotes/loadEntry';
import type { LiveRelease } from '../remotes/createLiveRelease';

/** How long the script may take to load, in milliseconds. Nobody waits for it. */
const LIMIT = 30_000;

/** A failure, with what failed if the shell knows it. */
export type Failure = [error: unknown, phase?: FailurePhase];

/** What the field's script reads of a tab. */
export interface Tab {
  live: LiveRelease;
  /** Absent if the page has none that can be read. */
  manifest?: PageManifest;
  /** What has failed so far. The script replaces its `push`. */
  failures: { push: (failure: Failure) => unknown } & Iterable<Failure>;
  /** Tells which page is shown; absent if the page could not be hydrated. */
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

/** Loads the script that reports how the page did, see `reportPage`. It is a bundle of its own, which the live release names. */
export async function loadField(tab: Tab): Promise<void> {
  const { field } = await tab.live.load();
  if (!field) return;
  Object.assign(window, { tab });
  await loadEntry(field, LIMIT);
}
