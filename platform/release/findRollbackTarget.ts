import type { Store } from '../store/Store';
import { findLive } from './readReleases';
import { listVersions, type Deployment } from './Release';

export interface SetRollback {
  kind: 'rollback';
  app: string;
  from: string;
  to: string;
}

/**
 * Finds the build to roll an app back to: the given version or, by default, the version that was live before. Each repeated
 * rollback without a version goes back one more build.
 *
 * @param version the version to go back to, or its first characters
 * @throws Error if the app is not live, if no earlier version is known, or if the store lacks the build
 */
export async function findRollbackTarget(
  store: Store,
  { app, version }: { app: string; version?: string | undefined },
  log: (line: string) => void,
): Promise<SetRollback> {
  const { release: live } = (await findLive(store)) ?? {};
  const from = live && listVersions(live)[app];
  if (!live || !from) throw new Error(`${app} is not live: there is nothing to roll back.`);
  const to = version ? await findVersion(store, app, version) : versionsUntilNow(live.log, app).at(-2);
  if (!to) throw new Error(`No version of ${app} was live before ${from}: name the version to go back to.`);
  if (!(await store.list(`builds/${app}/`)).includes(to))
    throw new Error(
      `Prune has removed ${app} ${to}${whenLive(live.log, app, to)}. Name another version (npm run deploy -- releases), or build this one from its commit: npm run deploy -- ${app} ${app}@${to}`,
    );
  log(`${app}: from ${from} back to ${to}${whenLive(live.log, app, to)}`);
  return { kind: 'rollback', app, from, to };
}

/** Returns an app's versions in the order in which they went live, without those that a rollback has undone. */
function versionsUntilNow(log: Pick<Deployment, 'apps'>[], app: string): string[] {
  const versions: string[] = [];
  for (const { apps } of log.toReversed()) {
    const version = apps[app];
    if (!version) continue;
    const known = versions.indexOf(version);
    if (known < 0) versions.push(version);
    else versions.length = known + 1;
  }
  return versions;
}

function whenLive(log: Deployment[], app: string, version: string): string {
  const entry = log.find(({ apps }) => apps[app] === version);
  return entry ? `, made live at ${entry.at} by ${entry.who}` : '';
}

/**
 * Finds an app's stored version that begins with the given characters.
 *
 * @throws Error unless there is exactly one such version
 */
export async function findVersion(store: Store, app: string, beginning: string): Promise<string> {
  const versions = await store.list(`builds/${app}/`);
  const [found, ...others] = versions.filter((version) => version.startsWith(beginning));
  if (found && others.length === 0) return found;
  const problem = found
    ? `${others.length + 1} versions of ${app} begin with`
    : `The store has no version of ${app}`;
  throw new Error(`${problem} ${beginning}. List them: npm run deploy -- releases.`);
}
