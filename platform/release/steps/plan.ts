import { findBuildDamage } from '../../store/findBuildDamage';
import { loadBuild, type LoadedBuild } from '../../store/readBuild';
import type { Store } from '../../store/Store';
import { checkContents } from '../checks/checkContents';
import { assertCompatible } from '../checks/assertCompatible';
import type { SetRollback } from '../findRollbackTarget';
import { listStored } from '../listStored';
import { dataKey } from '../readData';
import { findIntact, findLive, listNumbers } from '../readReleases';
import { recordBuild } from '../recordBuild';
import { releasesOfSet } from '../releasesOfSet';
import { listData, listBuilds, listVersions, type AppBuild, type Release } from '../Release';

export type Change =
  | { kind: 'deploy'; builds: LoadedBuild[] }
  /** Removes an app from the site, and deploys builds in the same release. */
  | { kind: 'remove'; app: string; builds: LoadedBuild[] }
  | SetRollback
  | { kind: 'refresh' };

export interface Plan {
  /** The number of the newest release in the store; 0 if nothing has been deployed. */
  newest: number;
  live: Release | undefined;
  /** The builds of the next release. They are compatible with each other. */
  builds: AppBuild[];
  /** The builds that have to be written: builds that are not live yet, and live builds with damaged files. */
  added: LoadedBuild[];
  /** Loads the next release's build of an app, with the files that are needed to make the release. */
  load: (app: string) => Promise<LoadedBuild>;
  forms: Release['forms'];
  reads: string[];
  /** Older releases from which a rollback copies pages and answers. */
  earlier: Release[];
  /** The keys of the pages and data in the store. */
  stored: ReadonlySet<string>;
  /** The description of the change in the log, e.g. `deploy studio-remote`. */
  what: string;
}

/** The value of `what` for a release that only changes data. */
export const REFRESH = 'refresh';

/**
 * The first of five steps: finds the live release, works out and checks the next set of builds, and lists the pages and data
 * in the store.
 *
 * @throws Error that says why the change is not possible, and what to do about it
 */
export async function plan(store: Store, change: Change, log: (line: string) => void): Promise<Plan> {
  const { newest = 0, release: live } = (await findLive(store, log)) ?? {};
  const versions = live ? listVersions(live) : {};
  if (change.kind === 'remove') assertRemovable(change.app, versions);
  if (change.kind === 'rollback') assertUnchanged(change, versions);
  const added = await addedBuilds(store, change, versions);
  const builds = resultingBuilds(added, live, change);
  assertCompatible(builds);
  // If no build changes, there is nothing to check: the live builds have already passed this check.
  if (added.length > 0 || change.kind === 'remove') checkContents(added, builds);

  const stored = await listStored(store);
  const earlier = change.kind === 'rollback' ? await earlierReleases(store, change, live, log) : [];
  const load = (app: string): Promise<LoadedBuild> => {
    const own = added.find(({ description }) => description.app === app);
    const version = builds.find((build) => build.app === app)?.version;
    if (own) return Promise.resolve(own);
    if (version === undefined) return Promise.reject(new Error(`${app} is not in this release.`));
    return loadBuild(store, app, version);
  };
  return {
    newest,
    live,
    builds,
    added,
    load,
    forms: collectForms(builds, live),
    reads: appsToRead(builds, added, change, live, stored),
    earlier,
    stored,
    what: describeChange(change, added),
  };
}

function assertRemovable(app: string, versions: Record<string, string>): void {
  if (app === 'shell') throw new Error('The shell cannot be removed.');
  if (!versions[app]) throw new Error(`${app} is not live: there is nothing to remove.`);
}

/**
 * @throws Error if another build of the app has gone live since the rollback began, because the rollback would undo that
 *   deployment
 */
function assertUnchanged({ app, from }: SetRollback, versions: Record<string, string>): void {
  if (versions[app] === from) return;
  throw new Error(
    `${app} ${versions[app] ?? '(none)'} went live during the rollback from ${from}, so nothing has changed. Look at it (npm run deploy -- releases), and roll back again if you still want to.`,
  );
}

async function addedBuilds(
  store: Store,
  change: Change,
  versions: Record<string, string>,
): Promise<LoadedBuild[]> {
  if (change.kind === 'refresh') return [];
  // Load all files, because a rollback writes the build again to keep it from being pruned.
  if (change.kind === 'rollback') return [await loadBuild(store, change.app, change.to, () => true)];
  const wanted: LoadedBuild[] = [];
  for (const build of change.builds) {
    const { app, version } = build.description;
    const isNew = versions[app] !== version;
    if (isNew || (await findBuildDamage(store, `${app}/${version}`)).length > 0) wanted.push(build);
  }
  return wanted;
}

function resultingBuilds(added: LoadedBuild[], live: Release | undefined, change: Change): AppBuild[] {
  const recorded = added.map(recordBuild);
  const replaced = new Set(recorded.map(({ app }) => app));
  if (change.kind === 'remove') replaced.add(change.app);
  const others = live ? listBuilds(live).filter(({ app }) => !replaced.has(app)) : [];
  return [...recorded, ...others];
}

/**
 * Finds the releases from which a rollback to a build copies pages and answers: first, the newest release with that build
 * and the live shell; second, the newest release with that build and any shell.
 */
async function earlierReleases(
  store: Store,
  { app, to }: SetRollback,
  live: Release | undefined,
  log: (line: string) => void,
): Promise<Release[]> {
  const numbers = await listNumbers(store);
  const deployments = live?.log ?? [];
  const newestWith = async (isWanted: (apps: Record<string, string>) => boolean) => {
    const index = deployments.findIndex(({ apps }) => apps[app] === to && isWanted(apps));
    const { last } = releasesOfSet(deployments, index, numbers);
    return last === undefined ? undefined : findIntact(store, last, log);
  };
  const withShell = await newestWith(({ shell }) => shell === live?.builds.shell?.version);
  const newest = await newestWith(() => true);
  const found = [withShell, newest].filter((release) => release !== undefined);
  return withShell?.id === newest?.id ? found.slice(1) : found;
}

/**
 * Lists the apps whose data has to be read. A deployment of one app does not read other apps' data, unless the store has
 * lost that data. Refreshes and new shells affect all pages, so they read all data.
 */
function appsToRead(
  builds: AppBuild[],
  added: LoadedBuild[],
  change: Change,
  live: Release | undefined,
  stored: ReadonlySet<string>,
): string[] {
  const apps = builds.map(({ app }) => app);
  const deployed = added.map(({ description }) => description.app);
  if (change.kind === 'refresh' || added.some(({ description }) => !description.remote)) return apps;
  return apps.filter((app) => deployed.includes(app) || (live && hasLostData(live, app, stored)));
}

function hasLostData({ data, answers }: Release, app: string, stored: ReadonlySet<string>): boolean {
  const own = Object.entries(answers).filter(([, { by }]) => by.includes(app));
  const hashes = listData({ data: { [app]: data[app] ?? {} }, answers: Object.fromEntries(own) });
  return [...hashes].some((hash) => !stored.has(dataKey(hash)));
}

/** Forms of earlier builds are kept, because open tabs may still send them. */
function collectForms(builds: AppBuild[], live: Release | undefined): Release['forms'] {
  const forms: Release['forms'] = {};
  for (const { app, remote } of builds) {
    if (remote) forms[app] = [...new Set([...(live?.forms[app] ?? []), ...remote.forms])].sort();
  }
  return forms;
}

function describeChange(change: Change, added: LoadedBuild[]): string {
  if (change.kind === 'refresh') return REFRESH;
  if (change.kind === 'rollback') return `rollback ${change.app} ${change.to}`;
  const apps = added.map(({ description: { app } }) => app);
  if (change.kind === 'remove') return ['deploy', ...apps, `--without ${change.app}`].join(' ');
  return apps.length === 0 ? 'repair' : ['deploy', ...apps].join(' ');
}
