import { isBuildName } from '../store/parseArtifact';
import { IntegrityError } from './parseRelease';
import { pagesOf } from './readPart';
import { forEachParallel } from '../store/forEachParallel';
import { fetchBuild, fetchPicture, fetchRelease } from './fetchRelease';
import { readPullSource, writePullSource } from '../store/pullSource';
import { latestNumber, liveEntry, liveRelease } from './liveRelease';
import { listNumbers } from './readHistory';
import { listIds } from './readRelease';
import { listPictures } from './pictures/pictureKeys';
import type { Release } from './Release';
import { partsOf, picturePart, walkParts } from './walkParts';
import { removeFiles } from '../store/removeFiles';
import type { Store, StoredFile } from '../store/Store';

/** How long another pull may take to write one file. Milliseconds. */
const DRAFT_LIMIT = 3_600_000;

interface PullOptions {
  /** The store that deployments write. */
  from: Store;
  /** Its address, for messages. */
  address: string;
  /** The web host's own directory. */
  to: Store;
  log: (line: string) => void;
}

/**
 * Brings a web host's directory up to date with a store: fetches and checks what is new, makes the newest release
 * live, then fetches the others, which open tabs and previews need, and removes what the store no longer has.
 * Killed at any step, the host serves one whole release, and the next pull succeeds.
 *
 * @returns the release that is live then
 * @throws Error if the store has no history or another site's, or if its live release is not whole; what the host
 *   serves stays as it is then
 */
export async function pull({ from, address, to, log }: PullOptions): Promise<Release> {
  const newest = await liveEntry(from).catch((error: unknown) => {
    if (!(error instanceof IntegrityError)) throw error;
    throw new Error(`Nothing has changed here, since ${address} is damaged: ${error.message}`);
  });
  if (!newest)
    throw new Error(`${address} has no history: nothing is deployed there, or it is not the site's store.`);
  await expectContinued({ from, address, to });
  if ((await readPullSource(to)) !== address) await writePullSource(to, address);

  const { number, release } = newest;
  // From now on the newest entry is all that the host's history needs; the others are for those who read it.
  await fetchRelease(from, to, release.id, log).catch((error: unknown) => {
    if (!(error instanceof IntegrityError)) throw error;
    throw new Error(
      `Release ${release.id} of ${address} is damaged, so nothing has changed here: ${error.message}.`,
    );
  });
  const isNew = await copyEntry({ from, to }, number);
  log(`Release ${release.id} is live here${isNew ? '' : ' already'}.`);

  await fetchOthers({ from, address, to, log });
  await followHistory({ from, to }, number);
  const live = (await liveRelease(to)) ?? release;
  await removeWhatIsGone({ from, to, live, log });
  return live;
}

/** Refuses a store whose history is not the one that the host has followed so far. */
async function expectContinued({ from, address, to }: Omit<PullOptions, 'log'>): Promise<void> {
  const number = await latestNumber(to);
  if (number === 0) return;
  if ((await readPullSource(to)) === undefined) {
    throw new Error('The directory is a store of its own, with its own history: pull into another one.');
  }
  const here = new Set(await listNumbers(to));
  const there = await listNumbers(from);
  // The newest of ours may have been pruned there.
  const common = Math.max(...there.filter((one) => here.has(one)));
  const [ours, theirs] = [await to.read(`history/${common}.json`), await from.read(`history/${common}.json`)];
  if (!ours || !theirs?.equals(ours) || Math.max(...there) < number) {
    throw new Error(
      `${address} does not continue the history that this host has followed up to number ${number}: correct --from, or pull into another directory.`,
    );
  }
}

/** True if the entry was not here. */
async function copyEntry({ from, to }: Pick<PullOptions, 'from' | 'to'>, number: number): Promise<boolean> {
  const entry = await from.read(`history/${number}.json`);
  return entry !== undefined && (await to.create(`history/${number}.json`, entry));
}

/** Has of what came before a number what the store has; newer ones are for the next pull, or another one's. */
async function followHistory({ from, to }: Pick<PullOptions, 'from' | 'to'>, number: number): Promise<void> {
  const ours = new Set(await listNumbers(to));
  const theirs = new Set(await listNumbers(from));
  const isMissingIn = (other: Set<number>) => (one: number) => one < number && !other.has(one);
  await forEachParallel([...theirs].filter(isMissingIn(ours)), (one) => copyEntry({ from, to }, one));
  await forEachParallel([...ours].filter(isMissingIn(theirs)), (one) => to.remove(`history/${one}.json`));
}

/** What pages and open tabs need besides: copies of pictures, the builds of other releases, and previews as they are. */
async function fetchOthers({ from, address, to, log }: PullOptions): Promise<void> {
  for (const id of await listIds(from, 'previews')) {
    const problem = await problemOf(fetchRelease(from, to, id, log));
    if (problem)
      log(
        `Preview ${id} is left out, since it is not whole: ${problem}. If that lasts, withdraw it: npm run deploy -- withdraw ${id} --to ${address}`,
      );
  }
  const here = await listPictures(to);
  const pictures = [...(await listPictures(from))].filter((name) => !here.has(name));
  if (pictures.length > 0) log(`Fetching ${pictures.length} pictures`);
  await forEachParallel(pictures, async (name) => {
    const problem = await problemOf(fetchPicture(from, to, name));
    if (problem) log(`The picture ${name} is left out, since it is not whole: ${problem}.`);
  });
  for (const build of await listBuilds(from)) {
    const problem = await problemOf(fetchBuild(from, to, build, log));
    if (problem) log(`${build} is left out, since it is not whole: ${problem}.`);
  }
}

/** Why a part could not be fetched: somebody may be removing it just now, or has damaged it. Nobody gets it here. */
async function problemOf(fetching: Promise<unknown>): Promise<string | undefined> {
  try {
    await fetching;
    return undefined;
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    return error.message;
  }
}

async function listBuilds(store: Store): Promise<string[]> {
  const builds: string[] = [];
  for (const app of await store.list('artifacts/')) {
    for (const version of await store.list(`artifacts/${app}/`)) builds.push(`${app}/${version}`);
  }
  return builds.filter(isBuildName);
}

interface RemovalOptions extends Omit<PullOptions, 'address'> {
  /** What the host serves; nothing that it needs is removed. */
  live: Release;
}

async function removeWhatIsGone({ from, to, live, log }: RemovalOptions): Promise<void> {
  // Looked at before the store is: another pull may be fetching what has only just come into the store.
  const single = [
    ...(await to.walk('releases/')),
    ...(await to.walk('previews/')),
    ...(await to.walk('pages/')),
  ];
  const parts = await walkParts(to);
  const { manifest, files } = pagesOf(live);
  const kept = new Set([manifest.key, ...files.map(({ key }) => key)]);
  for (const folder of ['releases/', 'previews/', 'pages/']) {
    for (const name of await from.list(folder)) kept.add(folder + name);
  }
  const pictures = [...(await listPictures(from))].map(picturePart);
  const keptParts = new Set([...partsOf(live), ...pictures, ...(await listBuilds(from))]);
  const isBeingWritten = ({ key, modified }: StoredFile) =>
    key.endsWith('.tmp') && modified.getTime() > Date.now() - DRAFT_LIMIT;
  const gone = single.filter((file) => !kept.has(file.key) && !isBeingWritten(file));
  const goneParts = [...parts].filter(([part]) => !keptParts.has(part));
  if (gone.length > 0) log(`Removing ${gone.length} files of releases that are gone`);
  await forEachParallel(gone, ({ key }) => to.remove(key));
  for (const [name, files] of goneParts) {
    log(`Removing ${name}: ${files.length} files`);
    await removeFiles(to, files);
  }
}
