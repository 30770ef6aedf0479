import { messageOf } from '@site/shared/node/messageOf';
import { describeBuilds } from '../release/describeBuilds';
import { listPreviews } from '../release/listPreviews';
import { REFRESH } from '../release/plan';
import { findLive, listNumbers } from '../release/readReleases';
import { deploymentOf, type Deployment } from '../release/Release';
import { releasesOfSet } from '../release/releasesOfSet';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { previewAddress } from './previewAddress';
import { log } from './repository';

/** An entry of `releases --json`: a release that is or was live, or a preview. */
interface ListedRelease extends Partial<Deployment> {
  release: string;
  /** When the release became live, or the preview was made. */
  at: string;
  /** The first label of a preview's host name. */
  label?: string;
  /** The address of a preview. */
  address?: string;
  state: 'live' | 'kept' | 'pruned' | 'preview';
}

/**
 * Lists the live release and the deployments in its log, newest first, then the previews.
 *
 * @param host the host whose subdomains are the previews
 */
export async function listReleases(
  store: Store,
  previews: Store[] = [],
  host = 'localhost',
): Promise<ListedRelease[]> {
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
  const others = await Promise.all(previews.map((one) => readPreviews(one, host)));
  return [...listed, ...others.flat()];
}

/** A preview that cannot be read costs its own line only. */
async function readPreviews(previews: Store, host: string): Promise<ListedRelease[]> {
  const listed: ListedRelease[] = [];
  for (const label of await listPreviews(previews)) {
    const found = await findLive(folderStore(previews, label)).catch((error: unknown) => {
      log(`The preview ${label} cannot be read: ${messageOf(error)}`);
    });
    const [newest] = found?.release.log ?? [];
    if (!newest) continue;
    const { release, at, apps, builds, who } = newest;
    const address = await previewAddress(label, host);
    listed.push({ release, at, apps, ...(builds && { builds }), who, label, address, state: 'preview' });
  }
  return listed;
}

/** Formats the releases and previews, one per line. */
export function formatReleases(listed: ListedRelease[]): string[] {
  return listed.map(({ number, release, at, apps = {}, builds, address, who, what = 'deploy', state }) => {
    const shown = state === 'kept' ? '' : state;
    const author = who === undefined ? '' : `${who}: `;
    const about = `${at}  ${author}${address ?? what}  (${describeBuilds(apps, builds)})`;
    return printable(`${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`);
  });
}

/** Replaces control characters, with which a weaker key could rewrite the operator's screen. */
function printable(line: string): string {
  return line.replaceAll(/\p{C}/gu, '\u{fffd}');
}
