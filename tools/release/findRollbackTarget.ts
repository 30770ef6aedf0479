import { loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { readHistory, type HistoryEntry } from './readHistory';
import { findIntact } from './readRelease';
import type { Release } from './Release';

/**
 * Finds the build that an app goes back to: the version that is named, else the one that was live before. Each
 * rollback without a version goes one build further back.
 *
 * @returns the build, and the newest release that had it with the live shell, whose pages can be taken over
 * @throws Error if there is no such build in the store
 */
export async function findRollbackTarget(
  store: Store,
  live: Release | undefined,
  { app, version }: { app: string; version?: string | undefined },
  log: (line: string) => void,
): Promise<{ artifact: LoadedArtifact; earlier: Release[] }> {
  const current = live?.apps[app];
  if (!live || !current) throw new Error(`${app} is not live: there is nothing to take back.`);
  const history = await readHistory(store);
  const target = version ? await findVersion(store, app, version) : buildsUntilNow(history, app).at(-2);
  if (!target) throw new Error(`${app} has had no version before ${current}: say which one to make live.`);
  if (!(await store.list(`artifacts/${app}/`)).includes(target))
    throw new Error(
      `${app} ${target}${whenLive(history, app, target)}, has been removed by prune. Name another version (npm run deploy -- releases), or check out its commit: npm run deploy -- ${app} ${app}@${target}`,
    );
  log(`${app}: from ${current} back to ${target}${whenLive(history, app, target)}`);
  const artifact = await loadArtifact(store, app, target, () => true);
  return {
    artifact,
    earlier: await releasesWith(store, history, { ...live.apps, [app]: target }, app),
  };
}

/**
 * The builds of an app in the order in which they became live, the current one last. When a build becomes live
 * again, those since then were taken back, and are left out.
 */
function buildsUntilNow(history: Pick<HistoryEntry, 'apps'>[], app: string): string[] {
  const builds: string[] = [];
  for (const { apps } of history.toReversed()) {
    const version = apps[app];
    if (!version) continue;
    const known = builds.indexOf(version);
    if (known < 0) builds.push(version);
    else builds.length = known + 1;
  }
  return builds;
}

function lastEntry(history: HistoryEntry[], app: string, version: string): HistoryEntry | undefined {
  return history.find(({ apps }) => apps[app] === version);
}

function whenLive(history: HistoryEntry[], app: string, version: string): string {
  const entry = lastEntry(history, app, version);
  return entry ? `, live since ${entry.at} by ${entry.who}` : '';
}

/** The newest stored release with the build to go back to and the live shell. */
async function releasesWith(
  store: Store,
  history: HistoryEntry[],
  apps: Record<string, string>,
  app: string,
): Promise<Release[]> {
  for (const { release: id, apps: had } of history) {
    if (had[app] !== apps[app] || had.shell !== apps.shell) continue;
    const release = await findIntact(store, id);
    if (release) return [release];
  }
  return [];
}

/**
 * The version of a build in the store, by how it begins.
 *
 * @throws Error if there is none, or more than one
 */
export async function findVersion(store: Store, app: string, beginning: string): Promise<string> {
  const versions = await store.list(`artifacts/${app}/`);
  const [found, ...others] = versions.filter((version) => version.startsWith(beginning));
  if (found && others.length === 0) return found;
  const problem = found
    ? `${others.length + 1} versions of ${app} begin with`
    : `The store has no version of ${app}`;
  throw new Error(`${problem} ${beginning}. See which there are: npm run deploy -- releases.`);
}
