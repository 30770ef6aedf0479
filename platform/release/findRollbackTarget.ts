import { loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { readHistory, type HistoryEntry } from './readHistory';
import { findIntact } from './readRelease';
import type { Release } from './Release';

/**
 * Finds the build that a rollback of an app makes live: the given version, or else the one that was live before. Each
 * rollback without a version goes one build further back.
 *
 * @param version the version to go back to, or its first characters
 * @returns the build, and releases whose pages and answers can be reused: the newest one that has both this build and the
 *   live shell, and then the newest one that has this build
 * @throws Error if the store has no such build
 */
export async function findRollbackTarget(
  store: Store,
  live: Release | undefined,
  { app, version }: { app: string; version?: string | undefined },
  log: (line: string) => void,
): Promise<{ artifact: LoadedArtifact; earlier: Release[] }> {
  const current = live?.apps[app];
  if (!live || !current) throw new Error(`${app} is not live: there is nothing to roll back.`);
  const history = await readHistory(store);
  const target = version ? await findVersion(store, app, version) : versionsUntilNow(history, app).at(-2);
  if (!target)
    throw new Error(`No version of ${app} was live before ${current}: name the version to go back to.`);
  if (!(await store.list(`artifacts/${app}/`)).includes(target))
    throw new Error(
      `Prune has removed ${app} ${target}${whenLive(history, app, target)}. Name another version (npm run deploy -- releases), or build this one from its commit: npm run deploy -- ${app} ${app}@${target}`,
    );
  log(`${app}: from ${current} back to ${target}${whenLive(history, app, target)}`);
  const artifact = await loadArtifact(store, app, target, () => true);
  const had = history.filter(({ apps }) => apps[app] === target);
  const newest = await newestStored(store, had);
  const withShell = await newestStored(
    store,
    had.filter(({ apps }) => apps.shell === live.apps.shell),
  );
  const earlier = [withShell, newest].filter((release) => release !== undefined);
  return { artifact, earlier: withShell?.id === newest?.id ? earlier.slice(1) : earlier };
}

/**
 * The versions of an app in the order in which they went live, ending with the current version. Versions that a
 * rollback has skipped are left out.
 */
function versionsUntilNow(history: Pick<HistoryEntry, 'apps'>[], app: string): string[] {
  const versions: string[] = [];
  for (const { apps } of history.toReversed()) {
    const version = apps[app];
    if (!version) continue;
    const known = versions.indexOf(version);
    if (known < 0) versions.push(version);
    else versions.length = known + 1;
  }
  return versions;
}

function lastEntry(history: HistoryEntry[], app: string, version: string): HistoryEntry | undefined {
  return history.find(({ apps }) => apps[app] === version);
}

function whenLive(history: HistoryEntry[], app: string, version: string): string {
  const entry = lastEntry(history, app, version);
  return entry ? `, made live at ${entry.at} by ${entry.who}` : '';
}

/** The newest release of these history entries that is still stored. */
async function newestStored(store: Store, history: HistoryEntry[]): Promise<Release | undefined> {
  for (const { release: id } of history) {
    const release = await findIntact(store, id);
    if (release) return release;
  }
  return undefined;
}

/**
 * Finds the version of a stored build by its first characters.
 *
 * @throws Error unless exactly one version of the app begins with these characters
 */
export async function findVersion(store: Store, app: string, beginning: string): Promise<string> {
  const versions = await store.list(`artifacts/${app}/`);
  const [found, ...others] = versions.filter((version) => version.startsWith(beginning));
  if (found && others.length === 0) return found;
  const problem = found
    ? `${others.length + 1} versions of ${app} begin with`
    : `The store has no version of ${app}`;
  throw new Error(`${problem} ${beginning}. List them: npm run deploy -- releases.`);
}
