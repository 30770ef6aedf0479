import type { HistoryEntry } from '../release/readHistory';
import type { LoadedArtifact } from '../store/readArtifact';

type Entry = Pick<HistoryEntry, 'apps' | 'builds'>;

/**
 * Why a build must not go live unless it is named: it has been taken back by a rollback, or a newer build of its app
 * has been live. After a deployment of commits A, B and C and a rollback to B, C is taken back, and A is overtaken.
 * A build that was live before, and comes again from a later commit (a revert), is neither.
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
