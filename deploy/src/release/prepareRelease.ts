import { checkContents } from '../gate/checkContents';
import { composeRelease } from './composeRelease';
import type { Composition } from './composeRelease';
import { findKnownPages, knownBefore } from '../render/findKnownPages';
import { latestNumber, releaseAt } from './liveRelease';
import type { LoadedArtifact } from '../build/readArtifact';
import type { Release } from './Release';
import { renderRelease } from '../render/renderRelease';
import { loadArtifact } from '../build/storeArtifact';
import type { Store } from '../store/Store';

/** What a deployment needs to know. */
export interface DeploymentOptions {
  store: Store;
  /** The builds to put in force; with what is live they make the new set. None: only page heads are renewed. */
  artifacts: LoadedArtifact[];
  /** Where PocketBase listens, to learn of pages behind patterns; without it those of the live release stay. */
  backendUrl?: string | undefined;
  log: (line: string) => void;
}

/** A release that is checked and rendered, but not written. */
interface PreparedRelease extends Composition {
  /** The newest number of the history when it was composed. */
  number: number;
  /** Its pages and the files beside them, by name. */
  files: Record<string, string | Buffer>;
}

/**
 * Everything that comes before the first write: the set that results is judged, its release composed and rendered.
 *
 * @returns the live release if it has all of it already
 * @throws Error that says what was refused and why
 */
export async function prepareRelease(
  options: DeploymentOptions,
): Promise<PreparedRelease | { unchanged: Release }> {
  const { store, artifacts, backendUrl, log } = options;
  const number = await latestNumber(store);
  const live = number === 0 ? undefined : await releaseAt(store, number);
  const set = await resultingSet(store, artifacts, live);
  const builds = set.map(({ artifact }) => artifact);
  const compose = (known: ReturnType<typeof knownBefore>) => composeRelease(builds, live, new Date(), known);

  const before = compose(knownBefore(live));
  const refreshed = artifacts.length > 0 ? artifacts : set;
  const apps = new Set([
    ...refreshed.map(({ artifact }) => artifact.app),
    ...before.render.map((file) => before.release.pages[file]?.app ?? ''),
  ]);
  const composition = compose(await findKnownPages({ set, apps, live, backendUrl, log }));
  if (live && isSame(composition, live)) return { unchanged: live };

  checkContents(set);
  log(`Rendering ${composition.render.length} pages, carrying over ${composition.carry.length}`);
  return { ...composition, number, files: await renderRelease(store, composition, set, live) };
}

/** The builds to put in force, and for every other app the build that is live. */
async function resultingSet(
  store: Store,
  artifacts: LoadedArtifact[],
  live: Release | undefined,
): Promise<LoadedArtifact[]> {
  const deployed = new Set(artifacts.map(({ artifact }) => artifact.app));
  const others = Object.entries(live?.apps ?? {}).filter(([app]) => !deployed.has(app));
  return [
    ...artifacts,
    ...(await Promise.all(others.map(([app, version]) => loadArtifact(store, app, version)))),
  ];
}

function isSame({ release, render }: Composition, live: Release): boolean {
  const sameApps = Object.entries(release.apps).every(([app, version]) => live.apps[app] === version);
  const samePages = Object.keys(live.pages).every((file) => file in release.pages);
  return sameApps && samePages && render.length === 0;
}
