import type { BuildSource } from '@site/shared/contract';
import { DamagedBuildError, loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { checkContents } from './checks/checkContents';
import { assertCompatible } from './checks/assertCompatible';
import { howToRestore } from './LostParts';
import { liveEntry } from './readHistory';
import { recallBuild } from './recallBuild';
import type { Release } from './Release';
import { findRollbackTarget } from './findRollbackTarget';

/** A change to the live site. */
export interface Change {
  /**
   * The builds to deploy, which replace the live builds of their apps. An empty list changes nothing. If `artifacts`,
   * `without` and `back` are all absent, the change is a refresh of the data.
   */
  artifacts?: LoadedArtifact[];
  /** The app to remove from the site. */
  without?: string | undefined;
  /**
   * The app to roll back, and the version to go back to, or its first characters; by default the version that was live
   * before.
   */
  back?: { app: string; version?: string | undefined } | undefined;
  /**
   * Builds to use in place of live builds that are damaged in the store. If no live build is damaged, these builds have
   * no effect.
   */
  atHand?: LoadedArtifact[];
}

/** The builds, data and older pages that the next release is made from. */
export interface Plan {
  /** The number of the newest history entry; 0 if there is none. */
  newest: number;
  live: Release | undefined;
  /** All builds of the next release. They have been checked to be compatible. */
  set: LoadedArtifact[];
  /** The builds of `set` that are not live yet. */
  artifacts: LoadedArtifact[];
  /** Where the builds come from, by app. */
  origins: Record<string, BuildSource>;
  /** The collections that visitors may create records in, by the app that has the form. */
  forms: Release['forms'];
  /** The apps whose data is read from the backend. */
  reads: string[];
  /** Older releases to reuse pages from. A page is reused if it was made from the same builds and data. */
  earlier: Release[];
  /** Describes the change in the history. */
  what: string;
}

/** How the history describes a release that changes only data. */
export const REFRESH = 'refresh';

/**
 * The first of five steps: finds the live release, and works out the new set of builds.
 *
 * @throws Error that says why the change is not possible, and how to fix that
 */
export async function plan(store: Store, change: Change, log: (line: string) => void): Promise<Plan> {
  const { without, back } = change;
  const { number = 0, newest = 0, release: live } = (await liveEntry(store)) ?? {};
  if (live && number < newest)
    log(`history/${newest}.json names a release that no longer exists, so ${live.id} is live.`);
  if (without !== undefined) expectRemovable(without, live);
  const target = back && (await findRollbackTarget(store, live, back, log));
  const wanted = target ? [target.artifact] : (change.artifacts ?? []);
  const artifacts = wanted.filter(({ artifact: { app, version } }) => live?.apps[app] !== version);
  const isRefresh = !target && change.artifacts === undefined && without === undefined;
  const set = await resultingSet(store, artifacts, live, change);
  assertCompatible(set.map(({ artifact }) => artifact));
  // The live builds were checked when they went live.
  if (artifacts.length > 0 || without !== undefined) checkContents(set.filter(({ damage }) => !damage));
  return {
    newest,
    live,
    set,
    artifacts,
    origins: originsOf(set),
    forms: collectForms(set, live),
    reads: appsToRead(set, artifacts, isRefresh),
    earlier: target?.earlier ?? [],
    what: isRefresh ? REFRESH : describe(artifacts, change),
  };
}

function expectRemovable(app: string, live: Release | undefined): void {
  if (app === 'shell') throw new Error('The shell cannot be removed.');
  if (!live?.apps[app]) throw new Error(`${app} is not live: there is nothing to remove.`);
}

/** The builds that are live after the change: the new ones, and the live builds of all other apps. */
async function resultingSet(
  store: Store,
  artifacts: LoadedArtifact[],
  live: Release | undefined,
  { without, artifacts: wanted = [], atHand = [] }: Change,
): Promise<LoadedArtifact[]> {
  if (!live) return artifacts;
  const deployed = new Set([...artifacts.map(({ artifact }) => artifact.app), without]);
  const isShellNew = artifacts.some(({ artifact }) => !artifact.remote);
  const others = Object.entries(live.apps).filter(([app]) => !deployed.has(app));
  const loaded = others.map(async ([app, version]) => {
    const isSame = ({ artifact }: LoadedArtifact) => artifact.app === app && artifact.version === version;
    return [...wanted, ...atHand].find(isSame) ?? loadLive(store, live, app, isShellNew);
  });
  return [...artifacts, ...(await Promise.all(loaded))];
}

/**
 * Loads a live build. If a remote's build is damaged and the shell does not change, the build is recalled instead
 * (`recallBuild`), because the remote's pages can stay as they are.
 *
 * @throws Error that says how to restore the build, if it is damaged and its pages have to be rendered
 */
async function loadLive(
  store: Store,
  live: Release,
  app: string,
  isShellNew: boolean,
): Promise<LoadedArtifact> {
  const { [app]: version = '' } = live.apps;
  try {
    return await loadArtifact(store, app, version);
  } catch (cause) {
    if (!(cause instanceof DamagedBuildError)) throw cause;
    const canStay = app !== 'shell' && !isShellNew;
    const recalled = canStay ? await recallBuild(store, live, app, cause) : undefined;
    if (recalled) return recalled;
    throw new Error(`${cause.message} ${howToRestore(`${app}/${version}`)}`, { cause });
  }
}

/**
 * The apps whose data is read. One team's deployment leaves the data of other teams' pages alone. A new shell changes
 * all pages, so all data is read.
 */
function appsToRead(set: LoadedArtifact[], artifacts: LoadedArtifact[], isRefresh: boolean): string[] {
  const deployed = artifacts.map(({ artifact }) => artifact);
  const readsAll = isRefresh || deployed.some(({ remote }) => !remote);
  const read = readsAll ? set.map(({ artifact }) => artifact) : deployed;
  return read.map(({ app }) => app);
}

/** Earlier builds' forms are kept, because open tabs still send them. */
function collectForms(set: LoadedArtifact[], live: Release | undefined): Release['forms'] {
  const forms: Release['forms'] = {};
  for (const { artifact } of set) {
    const { app, remote } = artifact;
    if (remote) forms[app] = [...new Set([...(live?.forms[app] ?? []), ...remote.forms])].sort();
  }
  return forms;
}

function originsOf(set: LoadedArtifact[]): Record<string, BuildSource> {
  const origins: [app: string, origin: BuildSource][] = [];
  for (const { artifact, origin } of set) {
    if (origin) origins.push([artifact.app, origin]);
  }
  return Object.fromEntries(origins.sort());
}

function describe(artifacts: LoadedArtifact[], { without, back }: Change): string {
  const apps = artifacts.map(({ artifact: { app, version } }) => (back ? `${app} ${version}` : app));
  if (back) return `rollback ${apps.join(' ')}`;
  if (apps.length === 0 && without === undefined) return 'repair';
  const removal = without === undefined ? [] : [`--without ${without}`];
  return ['deploy', ...apps, ...removal].join(' ');
}
