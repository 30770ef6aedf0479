import { checkContents } from './checks/checkContents';
import type { LoadedArtifact } from '../store/readArtifact';
import { sha256 } from '../build/sha256';
import { loadArtifact } from '../store/storeArtifact';
import { BackendError } from './renderer/readBackend';
import type { BackendSnapshot } from './renderer/createRenderer';
import { liveManifest } from './renderer/liveManifest';
import { openRenderer } from './renderer/openRenderer';
import { renderRelease } from './renderer/renderRelease';
import type { Store } from '../store/Store';
import { composeRelease, type PagePlan } from './composeRelease';
import { dataOf, dataPicturesOf } from './dataOf';
import { latestNumber, liveEntry } from './liveRelease';
import type { Release } from './Release';
import type { NewContents } from './writeRelease';
import type { ChangeOptions } from './ChangeOptions';

/** What a deployment needs to know. */
export interface DeploymentOptions extends ChangeOptions {
  /** The builds to deploy; with what is live they make the new set. None: only data is brought up to date. */
  artifacts: LoadedArtifact[];
  /** The app that the new set is without. */
  without?: string;
  /** Where PocketBase listens, to read what fills pages; without it the data of the live release stays. */
  backendUrl?: string | undefined;
  /** Told what the backend has for pages. */
  onRead?: (reading: BackendSnapshot) => void;
  /** Throws BackendError if the backend cannot be read, instead of keeping the data of the live release. */
  needsBackend?: boolean;
  /** Releases whose pages are taken over where they were made of the same. */
  earlier?: Release[];
}

interface PreparationOptions extends DeploymentOptions {
  /** Contents of pages that the store has lost: they are rendered again. */
  lost?: ReadonlySet<string>;
  /** Gives the release an id that nobody can guess. */
  secret?: boolean;
}

/** A release that is checked and rendered, but not written. */
export interface PreparedRelease {
  release: Release;
  /** The newest number of the history when it was composed. */
  number: number;
  /** What it has that the live release has not. */
  contents: NewContents;
  /** The pages that were rendered for it. */
  rendered: PagePlan[];
}

/**
 * Everything that comes before the first write: the set that results is judged, its data read, its release composed
 * and rendered.
 *
 * @returns the live release if it has all of it already
 * @throws Error that says what was refused and why
 */
export async function prepareRelease({
  store,
  artifacts,
  without,
  backendUrl,
  onRead,
  needsBackend,
  earlier,
  lost,
  secret,
  log,
}: PreparationOptions): Promise<PreparedRelease | { unchanged: Release }> {
  const number = await latestNumber(store);
  const live = await findLive(store, number, log);
  const set = await resultingSet(store, artifacts, live, without);
  const builds = set.map(({ artifact }) => artifact);
  const sources = set.flatMap(({ artifact: { app }, origin }) => {
    // What the store says of a build that stays may be of a preview of the same.
    const stays = artifacts.every(({ artifact }) => artifact.app !== app);
    const source = (stays && live?.block.builds?.[app]) || origin;
    return source ? [[app, source] as const] : [];
  });
  const now = new Date();
  const compose = (read?: BackendSnapshot) => {
    const data = { ...dataOf(live), ...read?.data };
    const pictures = { ...dataPicturesOf(live), ...read?.pictures };
    return composeRelease({ artifacts: builds, live, earlier, lost, now, data, pictures, secret });
  };

  const renderer = openRenderer(set);
  try {
    const before = compose();
    const deployed = new Set((artifacts.length > 0 ? artifacts : set).map(({ artifact }) => artifact.app));
    for (const { app } of before.render) deployed.add(app);
    const read = await readData();
    const composition = read ? compose(read) : before;
    if (sources.length > 0) composition.release.block.builds = Object.fromEntries(sources.sort());
    if (live && composition.render.length === 0 && isSame(composition.release, live))
      return { unchanged: live };

    checkContents(set);
    log(
      `Rendering ${composition.render.length} pages, keeping ${Object.keys(composition.release.pages).length}`,
    );
    const icon = set.find(({ artifact }) => !artifact.remote)?.files.get('favicon.ico');
    const contents = await renderRelease({
      store,
      renderer,
      composition,
      live,
      lost,
      read: new Set(Object.keys(read?.data ?? {})),
      ownFiles: { ...(icon && { 'favicon.ico': icon }), ...Object.fromEntries(set.flatMap(liveManifest)) },
      log,
    });
    const { release, render } = composition;
    // A page that cannot be rendered keeps its last version.
    if (live && isSame(release, live)) return { unchanged: live };
    return { release, number, contents, rendered: render };

    /** What the backend has for the apps that are deployed or rendered; undefined if it cannot be read. */
    async function readData(): Promise<BackendSnapshot | undefined> {
      if (!backendUrl && !needsBackend) return undefined;
      try {
        if (!backendUrl)
          throw new BackendError('No backend is named: say where PocketBase listens by --backend.');
        const reading = await renderer.read([...deployed], backendUrl);
        onRead?.(reading);
        return reading;
      } catch (error) {
        if (needsBackend || !(error instanceof BackendError)) throw error;
        log(`The backend cannot be read, so pages keep the data that they have. ${error.message}`);
        return undefined;
      }
    }
  } finally {
    renderer.close();
  }
}

async function findLive(
  store: Store,
  number: number,
  log: (line: string) => void,
): Promise<Release | undefined> {
  const live = await liveEntry(store);
  if (live && live.number < number)
    log(`history/${number}.json names a release that is gone: ${live.release.id} is live.`);
  return live?.release;
}

/** The builds to deploy, and for every other app the build that is live. */
export async function resultingSet(
  store: Store,
  artifacts: LoadedArtifact[],
  live: Release | undefined,
  without?: string,
): Promise<LoadedArtifact[]> {
  const deployed = new Set([...artifacts.map(({ artifact }) => artifact.app), without]);
  const others = Object.entries(live?.apps ?? {}).filter(([app]) => !deployed.has(app));
  return [
    ...artifacts,
    ...(await Promise.all(others.map(([app, version]) => loadArtifact(store, app, version)))),
  ];
}

/** Whether there is nothing new: the same builds, and the same pages, made of the same. */
function isSame(release: Release, live: Release): boolean {
  const [one, other] = [release, live].map(({ apps, pages }) =>
    sha256(JSON.stringify([Object.entries(apps).sort(), Object.entries(pages).sort()])),
  );
  return one === other;
}
