import type { BuildSource } from '@site/shared/remote';
import { DamagedBuildError, loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { checkContents } from './checks/checkContents';
import { assertCompatible } from './checks/assertCompatible';
import { collectCalls } from './collectCalls';
import { howToRestore } from './LostParts';
import { liveEntry } from './readHistory';
import { recallBuild } from './recallBuild';
import type { BuildCalls, Release } from './Release';
import { findRollbackTarget } from './findRollbackTarget';

/** What somebody wants to change. */
export interface Change {
  /**
   * The builds to deploy, which take the place of the live ones of their apps. A change without it, `without` and
   * `back` brings data up to date. An empty list changes nothing: all builds were left out.
   */
  artifacts?: LoadedArtifact[];
  /** The app to take off the site. */
  without?: string | undefined;
  /**
   * The app that goes back to an older build, and that build's version or how it begins; without it, the build
   * before.
   */
  back?: { app: string; version?: string | undefined } | undefined;
  /** Builds that are used in place of the store's, which may be damaged. They change nothing by themselves. */
  atHand?: LoadedArtifact[];
}

/** What a release is going to be made of. */
export interface Plan {
  /** The newest number of the history; 0 for the first release. */
  newest: number;
  live: Release | undefined;
  /** All builds of the new set, which fit together. */
  set: LoadedArtifact[];
  /** Those among them that are not live. */
  artifacts: LoadedArtifact[];
  /** Where the builds come from, by app. */
  origins: Record<string, BuildSource>;
  /** The calls of the backend that the release allows. */
  calls: BuildCalls[];
  /** The apps whose data is read from the backend. */
  reads: string[];
  /** Other releases whose pages are taken over if they were made of the same builds and data. */
  earlier: Release[];
  /** What is done, for those who read the history. */
  what: string;
}

/** What the history calls a release that has new data alone. */
export const REFRESH = 'refresh';

/**
 * The first of five steps: finds what is live, and works out the new set of builds.
 *
 * @throws Error that says what does not fit together, why, and how to mend it
 */
export async function plan(store: Store, change: Change, log: (line: string) => void): Promise<Plan> {
  const { without, back } = change;
  const { number = 0, newest = 0, release: live } = (await liveEntry(store)) ?? {};
  if (live && number < newest)
    log(`history/${newest}.json names a release that is gone: ${live.id} is live.`);
  if (without !== undefined) expectRemovable(without, live);
  const before = back && (await findRollbackTarget(store, live, back, log));
  // A build that is live already needs no work.
  const wanted = before ? [before.artifact] : (change.artifacts ?? []);
  const artifacts = wanted.filter(({ artifact: { app, version } }) => live?.apps[app] !== version);
  const isRefresh = !before && change.artifacts === undefined && without === undefined;
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
    calls: await collectCalls(store, set, live, !isRefresh),
    reads: appsToRead(set, artifacts, isRefresh),
    earlier: before?.earlier ?? [],
    what: isRefresh ? REFRESH : describe(artifacts, change),
  };
}

function expectRemovable(app: string, live: Release | undefined): void {
  if (app === 'shell') throw new Error('Without the shell there is no site: shell cannot be left out.');
  if (!live?.apps[app]) throw new Error(`${app} is not live: there is nothing to leave out.`);
}

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
    const isIt = ({ artifact }: LoadedArtifact) => artifact.app === app && artifact.version === version;
    return [...wanted, ...atHand].find(isIt) ?? loadLive(store, live, app, isShellNew);
  });
  return [...artifacts, ...(await Promise.all(loaded))];
}

/**
 * Loads a live build. One that is damaged is good enough as long as none of its pages have to be rendered.
 *
 * @throws Error that says how to put the build back if all pages have to be rendered, or if it is the shell's
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
    const mayStay = app !== 'shell' && !isShellNew;
    const recalled = mayStay ? await recallBuild(store, live, app, cause) : undefined;
    if (recalled) return recalled;
    throw new Error(`${cause.message} ${howToRestore(`${app}/${version}`)}`, { cause });
  }
}

/**
 * A deployment of one team leaves the data of the other team's pages alone. A new shell changes all pages, so all
 * data is read.
 */
function appsToRead(set: LoadedArtifact[], artifacts: LoadedArtifact[], isRefresh: boolean): string[] {
  const deployed = artifacts.map(({ artifact }) => artifact);
  const isAll = isRefresh || deployed.some(({ remote }) => !remote);
  return (isAll ? set.map(({ artifact }) => artifact) : deployed).map(({ app }) => app);
}

function originsOf(set: LoadedArtifact[]): Record<string, BuildSource> {
  const origins = set.flatMap(({ artifact: { app }, origin }) => (origin ? [[app, origin] as const] : []));
  return Object.fromEntries(origins.sort());
}

function describe(artifacts: LoadedArtifact[], { without, back }: Change): string {
  const apps = artifacts.map(({ artifact: { app, version } }) => (back ? `${app} ${version}` : app));
  if (back) return `rollback ${apps.join(' ')}`;
  if (apps.length === 0 && without === undefined) return 'repair';
  return ['deploy', ...apps, ...(without === undefined ? [] : [`--without ${without}`])].join(' ');
}
