import type { BuildSource } from '@site/shared/remote';
import { loadArtifact } from '../store/storeArtifact';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { checkContents } from './checks/checkContents';
import { assertCompatible } from './checks/assertCompatible';
import { liveEntry } from './liveRelease';
import type { Release } from './Release';
import { buildBefore } from './buildBefore';

/** What somebody wants to change. */
export interface Change {
  /**
   * The builds to deploy; with what is live they make the new set. Without them data is brought up to date; an empty list
   * is of builds that were all left out, and leaves data alone, too.
   */
  artifacts?: LoadedArtifact[];
  /** The app that the new set is without. */
  without?: string | undefined;
  /** The app that goes back to an older build: to the version, or how it begins, or else to the one before. */
  back?: { app: string; version?: string | undefined };
}

/** What a release is going to be made of. */
export interface Plan {
  /** The newest number of the history; 0 for the first release. */
  number: number;
  live: Release | undefined;
  /** The builds of the whole resulting set, judged. */
  set: LoadedArtifact[];
  /** Those among them that are not just what is live. */
  artifacts: LoadedArtifact[];
  /** Where the builds come from, by app. */
  sources: Record<string, BuildSource>;
  /** The apps whose data is read from the backend. */
  reads: string[];
  /** Other releases whose pages are taken over where they were made of the same. */
  earlier: Release[];
  /** What is done, for those who read the history. */
  what: string;
}

/** What the history calls a release that has new data alone. */
export const REFRESH = 'refresh';

/**
 * The first of five steps: what is live, and the set of builds that results.
 *
 * @throws Error that says what does not fit together, why, and how to mend it
 */
export async function plan(store: Store, change: Change, log: (line: string) => void): Promise<Plan> {
  const { without, back } = change;
  const { number = 0, newest = 0, release: live } = (await liveEntry(store)) ?? {};
  if (live && number < newest)
    log(`history/${newest}.json names a release that is gone: ${live.id} is live.`);
  if (without !== undefined) expectRemovable(without, live);
  const before = back && (await buildBefore(store, live, back, log));
  // An app whose build is live is no work.
  const wanted = before ? [before.artifact] : (change.artifacts ?? []);
  const artifacts = wanted.filter(({ artifact: { app, version } }) => live?.apps[app] !== version);
  const isRefresh = !before && change.artifacts === undefined && without === undefined;
  const set = await resultingSet(store, artifacts, live, without);
  assertCompatible(set.map(({ artifact }) => artifact));
  // What is live has been judged when it went live.
  if (artifacts.length > 0 || without !== undefined) checkContents(set);
  return {
    number: newest,
    live,
    set,
    artifacts,
    sources: sourcesOf(set, artifacts, live),
    reads: appsToRead(set, artifacts, isRefresh),
    earlier: before?.earlier ?? [],
    what: isRefresh ? REFRESH : describe(artifacts, change),
  };
}

function expectRemovable(app: string, live: Release | undefined): void {
  if (app === 'shell') throw new Error('Without the shell there is no site: shell cannot be left out.');
  if (!live?.apps[app]) throw new Error(`${app} is not live: there is nothing to leave out.`);
}

/** The builds to deploy, and for every other app the build that is live. */
async function resultingSet(
  store: Store,
  artifacts: LoadedArtifact[],
  live: Release | undefined,
  without?: string,
): Promise<LoadedArtifact[]> {
  const deployed = new Set([...artifacts.map(({ artifact }) => artifact.app), without]);
  const others = Object.entries(live?.apps ?? {}).filter(([app]) => !deployed.has(app));
  const loaded = others.map(([app, version]) => loadArtifact(store, app, version));
  return [...artifacts, ...(await Promise.all(loaded))];
}

/** A team's deployment leaves the data of the other's pages alone, unless the shell changes and with it all pages. */
function appsToRead(set: LoadedArtifact[], artifacts: LoadedArtifact[], isRefresh: boolean): string[] {
  const deployed = artifacts.map(({ artifact }) => artifact);
  const isAll = isRefresh || deployed.some(({ remote }) => !remote);
  return (isAll ? set.map(({ artifact }) => artifact) : deployed).map(({ app }) => app);
}

function sourcesOf(
  set: LoadedArtifact[],
  artifacts: LoadedArtifact[],
  live: Release | undefined,
): Record<string, BuildSource> {
  const sources = set.flatMap(({ artifact: { app }, origin }) => {
    // What the store says of a build that stays may be of a preview of the same.
    const stays = artifacts.every(({ artifact }) => artifact.app !== app);
    const source = (stays && live?.block.builds?.[app]) || origin;
    return source ? [[app, source] as const] : [];
  });
  return Object.fromEntries(sources.sort());
}

function describe(artifacts: LoadedArtifact[], { without, back }: Change): string {
  const apps = artifacts.map(({ artifact: { app, version } }) => (back ? `${app} ${version}` : app));
  if (back) return `rollback ${apps.join(' ')}`;
  return ['deploy', ...apps, ...(without === undefined ? [] : [`--without ${without}`])].join(' ');
}
