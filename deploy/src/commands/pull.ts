import { DamagedError } from '../store/DamagedError';
import { eachInParallel } from '../store/eachInParallel';
import { fetchRelease } from '../release/fetchRelease';
import { groupByFolder } from '../store/groupByFolder';
import { readSource, writeSource } from '../store/hostSource';
import { latestNumber, releaseAt } from '../release/liveRelease';
import { RELEASE_ID } from '../release/readRelease';
import type { Release } from '../release/Release';
import { removeFiles } from '../store/removeFiles';
import type { Store } from '../store/Store';

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
  const number = await latestNumber(from);
  if (number === 0)
    throw new Error(`${address} has no history: nothing is deployed there, or it is not the site's store.`);
  await expectContinued({ from, address, to });
  if ((await readSource(to)) !== address) await writeSource(to, address);

  const { id } = await releaseAt(from, number);
  // From now on the newest entry is all that the host's history needs; the others are for those who read it.
  await fetchRelease(from, to, id, log).catch((error: unknown) => {
    if (!(error instanceof DamagedError)) throw error;
    throw new Error(`Release ${id} of ${address} is damaged, so nothing has changed here: ${error.message}.`);
  });
  const isNew = await copyEntry({ from, to }, `${number}.json`);
  await to.follow();
  log(isNew ? `Release ${id} is live here.` : `Release ${id} is live here already.`);

  await fetchOthers({ from, to, log });
  const entries = new Set(await to.list('history/'));
  await eachInParallel(
    (await from.list('history/')).filter((name) => !entries.has(name) && Number.parseInt(name) < number),
    (name) => copyEntry({ from, to }, name),
  );
  const live = await releaseAt(to, await latestNumber(to));
  await removeWhatIsGone({ from, to, live, log });
  return live;
}

/** Refuses a store whose history is not the one that the host has followed so far. */
async function expectContinued({ from, address, to }: Omit<PullOptions, 'log'>): Promise<void> {
  const number = await latestNumber(to);
  if (number === 0) return;
  if ((await readSource(to)) === undefined) {
    throw new Error('The directory is a store of its own, with its own history: pull into another one.');
  }
  const [ours, theirs] = [await to.read(`history/${number}.json`), await from.read(`history/${number}.json`)];
  if (!ours || !theirs?.equals(ours)) {
    throw new Error(
      `${address} does not continue the history that this host has followed up to number ${number}: correct --from, or pull into another directory.`,
    );
  }
}

/** True if the entry was not here. */
async function copyEntry({ from, to }: Pick<PullOptions, 'from' | 'to'>, name: string): Promise<boolean> {
  const entry = await from.read(`history/${name}`);
  return entry !== undefined && (await to.create(`history/${name}`, entry));
}

async function fetchOthers({ from, to, log }: Omit<PullOptions, 'address'>): Promise<void> {
  for (const id of (await from.list('releases/'))
    .filter((name) => RELEASE_ID.test(name))
    .sort()
    .reverse()) {
    try {
      await fetchRelease(from, to, id, log);
    } catch (error) {
      // Somebody may be removing it just now; nobody gets it here.
      if (!(error instanceof DamagedError)) throw error;
      log(`Release ${id} is left out, since it is not whole: ${error.message}.`);
    }
  }
}

interface RemovalOptions extends Omit<PullOptions, 'address'> {
  /** What the host serves; nothing that it needs is removed. */
  live: Release;
}

async function removeWhatIsGone({ from, to, live, log }: RemovalOptions): Promise<void> {
  // Looked at before the store is: another pull may be fetching what has only just come into the store.
  const releases = groupByFolder(await to.walk('releases/'), 2, 1);
  const builds = groupByFolder([...(await to.walk('artifacts/')), ...(await to.walk('assets/'))], 3, 1);
  const keptReleases = new Set([live.id, ...(await from.list('releases/'))]);
  const keptBuilds = new Set(Object.entries(live.apps).map(([app, version]) => `${app}/${version}`));
  for (const app of await from.list('artifacts/')) {
    for (const version of await from.list(`artifacts/${app}/`)) keptBuilds.add(`${app}/${version}`);
  }
  const gone = [
    ...[...releases].filter(([id]) => !keptReleases.has(id)),
    ...[...builds].filter(([build]) => !keptBuilds.has(build)),
  ];
  for (const [name, files] of gone) {
    log(`Removing ${name}: ${files.length} files`);
    await removeFiles(to, files);
  }
}
