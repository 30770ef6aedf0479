import type { HistoryEntry } from '../../release/readHistory';

/** The entry that brought the newest build of an app, whether that is live or has been taken back since. */
export function newestEntry(history: HistoryEntry[], app: string): HistoryEntry | undefined {
  const builtAt = ({ builds }: HistoryEntry) => builds?.[app]?.builtAt ?? '';
  return history
    .filter(builtAt)
    .sort((one, other) => builtAt(one).localeCompare(builtAt(other)))
    .at(-1);
}

/** Whether a build of an app is its newest one, and has been taken back since. */
export function isTakenBack(history: HistoryEntry[], app: string, version: string): boolean {
  return newestEntry(history, app)?.apps?.[app] === version && history[0]?.apps?.[app] !== version;
}
