import { messageOf } from '@site/shared/node/messageOf';
import { Command } from 'commander';
import { describeBuilds } from '../release/describeBuilds';
import { listPreviews } from '../release/listPreviews';
import { REFRESH } from '../release/plan';
import { findIntact, findLive, listNumbers } from '../release/readReleases';
import { deploymentOf, type Deployment, type Release } from '../release/Release';
import { releasesOfSet } from '../release/releasesOfSet';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { log, openPreviewStore, previewsOption, storeAt, storeOption } from './commonOptions';
import { describePages, describeRelease } from './describeRelease';

/** An entry of `releases --json`: a release that is or was live, or a preview. */
interface ListedRelease extends Partial<Deployment> {
  release: string;
  /** When the release became live, or the preview was made. */
  at: string;
  /** The first label of a preview's host name. */
  label?: string;
  state: 'live' | 'kept' | 'pruned' | 'preview';
}

interface Options {
  to: string;
  previews?: string;
  json?: true;
}

/** `releases [release]`: lists the log, or describes one release with its commits and bytes. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('lists who deployed what and when, or describes one release')
    .argument('[release]', 'the number or the id of the release to describe')
    .addOption(storeOption())
    .addOption(previewsOption())
    .option('--json', 'prints the list as JSON')
    .action(async (id: string | undefined, { to, previews: named, json }: Options) => {
      const store = await storeAt(to);
      if (id) {
        const { release, before } = await findNamed(store, id);
        for (const line of await describeRelease(store, release, before)) log(line);
        for (const line of describePages(release, before)) log(line);
        return;
      }
      const previews = await openPreviewStore(to, named);
      if (json) log(JSON.stringify(await readReleases(store, previews), null, 2));
      else for (const line of await listReleases(store, previews)) log(line);
    });
}

/** Lists the live release and the deployments in its log, newest first, then the previews. */
export async function readReleases(store: Store, previews?: Store): Promise<ListedRelease[]> {
  const live = await findLive(store, log);
  const listed: ListedRelease[] = [];
  if (live) {
    const { number, release } = live;
    const numbers = await listNumbers(store);
    const [newest] = release.log;
    if (newest?.release !== release.id)
      listed.push({ ...deploymentOf(release, { number, what: REFRESH }), state: 'live' });
    for (const [index, entry] of release.log.entries()) {
      const { last } = releasesOfSet(release.log, index, numbers);
      const state = entry.release === release.id ? 'live' : last === undefined ? 'pruned' : 'kept';
      listed.push({ ...entry, state });
    }
  }
  return [...listed, ...(previews ? await readPreviews(previews) : [])];
}

/**
 * Finds the release that the operator named by its number or its id, and the one before it.
 *
 * @throws Error if there is none, or if its file is damaged
 */
async function findNamed(
  store: Store,
  name: string,
): Promise<{ release: Release; before: Release | undefined }> {
  const number = /^\d{1,15}$/.test(name)
    ? Number(name)
    : (await readReleases(store)).find(({ release }) => release === name)?.number;
  let damage: string | undefined;
  const found = number && (await findIntact(store, number, (line) => (damage = line)));
  if (found) {
    const earlier = (await listNumbers(store)).find((one) => one < number);
    const before = earlier && (await findIntact(store, earlier));
    return { release: found, before: before || undefined };
  }
  throw new Error(
    damage ??
      `Release ${name} does not exist or has been removed. List the releases: npm run deploy -- releases.`,
  );
}

/** A preview that cannot be read costs its own line only. */
async function readPreviews(previews: Store): Promise<ListedRelease[]> {
  const listed: ListedRelease[] = [];
  for (const label of await listPreviews(previews)) {
    const found = await findLive(folderStore(previews, label)).catch((error: unknown) => {
      log(`The preview ${label} cannot be read: ${messageOf(error)}`);
    });
    const [newest] = found?.release.log ?? [];
    if (!newest) continue;
    const { release, at, apps, builds, who } = newest;
    listed.push({ release, at, apps, ...(builds && { builds }), who, label, state: 'preview' });
  }
  return listed;
}

/** Formats the releases and previews, one per line. */
export async function listReleases(store: Store, previews?: Store): Promise<string[]> {
  return (await readReleases(store, previews)).map(
    ({ number, release, at, apps = {}, builds, label, who, what = 'deploy', state }) => {
      const shown = state === 'kept' ? '' : state;
      const author = who === undefined ? '' : `${who}: `;
      const about = `${at}  ${author}${label ?? what}  (${describeBuilds(apps, builds)})`;
      return printable(`${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`);
    },
  );
}

/** Replaces control characters, with which a weaker key could rewrite the operator's screen. */
function printable(line: string): string {
  return line.replaceAll(/\p{C}/gu, '\u{fffd}');
}
