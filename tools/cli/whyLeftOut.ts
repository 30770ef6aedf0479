import type { HistoryEntry } from '../release/readHistory';
import type { LoadedArtifact } from '../store/readArtifact';

type Entry = Pick<HistoryEntry, 'apps' | 'builds'>;

/**
 * Why a build must not go live unless it is named. Either it was the newest build of its app that was live, and
 * has been taken back; or a newer build was live. A build that was live before counts as newer only if its commit
 * is known to be later.
 *
 * @param history newest first
 * @param isEarlier whether one commit leads to another, as far as that is known
 * @returns undefined if it may go live, and if it is live
 */
export function whyLeftOut(
  history: Entry[],
  { artifact: { app, version }, origin }: Pick<LoadedArtifact, 'artifact' | 'origin'>,
  isEarlier: (earlier: string | undefined, later: string | undefined) => boolean,
): 'taken back' | 'overtaken' | undefined {
  if (history[0]?.apps[app] === version) return undefined;
  const newest = newestEntry(history, app);
  if (newest?.apps[app] === version) return 'taken back';
  const commit = newest?.builds?.[app]?.commit;
  const isOld = history.some(({ apps }) => apps[app] === version)
    ? !isEarlier(commit, origin?.commit)
    : isEarlier(origin?.commit, commit);
  return isOld ? 'overtaken' : undefined;
}

/** The entry with the newest build of an app, whether that is live or has been taken back. */
function newestEntry(history: Entry[], app: string): Entry | undefined {
  const builtAt = ({ builds }: Entry) => builds?.[app]?.builtAt ?? '';
  return history
    .filter(builtAt)
    .sort((one, other) => builtAt(one).localeCompare(builtAt(other)))
    .at(-1);
}
