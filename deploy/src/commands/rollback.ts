import { isDeepStrictEqual } from 'node:util';
import { deploy } from './deploy';
import { eachInParallel } from '../store/eachInParallel';
import { liveRelease } from '../release/liveRelease';
import { readHistory } from '../release/readHistory';
import { findRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import { restore } from './restore';
import { loadArtifact } from '../build/storeArtifact';
import type { Store } from '../store/Store';

interface RollbackOptions {
  store: Store;
  /** The workspace to take back, e.g. `studio-remote`. */
  app: string;
  /** The version to go back to, or how it begins; without it, the one that was live before. */
  version?: string | undefined;
  /** Only says what would happen. */
  dryRun?: boolean;
  log: (line: string) => void;
}

/**
 * Puts an older build of one app in force; the other apps stay as they are. A release that has been live with
 * exactly that set is made live again as it is, which takes one write; otherwise a new one is composed.
 *
 * @throws Error if there is no such build in the store, or if it does not fit the other apps in force
 */
export async function rollback({ store, app, version, dryRun, log }: RollbackOptions): Promise<Release> {
  const live = await liveRelease(store);
  const current = live?.apps[app];
  if (!live || !current) throw new Error(`${app} is not live: there is nothing to take back.`);
  const earlier = await earlierReleases(store, live);
  const target = version ? await findVersion(store, app, version) : versionBefore(earlier, app, current);
  if (!target)
    throw new Error(`${app} has had no other version than ${current}: say which one to put in force.`);

  const what = `rollback ${app} ${target}`;
  log(`${app}: from ${current} to ${target}`);
  const apps = { ...live.apps, [app]: target };
  const same = earlier.find(
    (one) => isDeepStrictEqual(one.apps, apps) && isDeepStrictEqual(knownHeads(one), knownHeads(live)),
  );
  if (same) return restore({ store, id: same.id, what, log, dryRun });
  const artifact = await loadArtifact(store, app, target, () => true);
  return deploy({ store, artifacts: [artifact], what, log, dryRun });
}

/** The releases that were live before this one and are still there, newest first. */
async function earlierReleases(store: Store, live: Release): Promise<Release[]> {
  const ids = new Set((await readHistory(store)).map(({ release }) => release));
  ids.delete(live.id);
  const releases = new Map<string, Release>();
  await eachInParallel(ids, async (id) => {
    const release = await findRelease(store, id);
    if (release) releases.set(id, release);
  });
  return [...ids].flatMap((id) => releases.get(id) ?? []);
}

function versionBefore(earlier: Release[], app: string, current: string): string | undefined {
  return earlier.map(({ apps }) => apps[app]).find((version) => version && version !== current);
}

async function findVersion(store: Store, app: string, beginning: string): Promise<string> {
  const versions = await store.list(`artifacts/${app}/`);
  const [found, ...others] = versions.filter((version) => version.startsWith(beginning));
  if (found && others.length === 0) return found;
  const problem = found
    ? `${others.length + 1} versions of ${app} begin with`
    : `The store has no version of ${app}`;
  throw new Error(`${problem} ${beginning}. See which there are: npm run deploy -- releases.`);
}

/** What the release says about pages behind patterns. */
function knownHeads({ pages }: Release): unknown {
  return Object.fromEntries(
    Object.entries(pages).flatMap(([file, { known }]) => (known ? [[file, known]] : [])),
  );
}
