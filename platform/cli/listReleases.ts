import { errorMessage } from '@site/shared/node/errorMessage';
import { mayReport } from '../field/countReport';
import { describeFigures } from '../field/describeFigures';
import { getFigures, readFigures } from '../field/readFigures';
import { describeBuilds } from '../release/describeBuilds';
import { listPreviews } from '../release/listPreviews';
import { REFRESH } from '../release/steps/plan';
import { findLive, listNumbers } from '../release/readReleases';
import { describeDeployment, type Deployment } from '../release/Release';
import { releasesOfSet } from '../release/releasesOfSet';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { explainSilence } from './listErrors';
import { previewAddress } from './previewAddress';
import { log } from './repository';

/** An entry of `releases --json`: a release that is or was live, or a preview. */
interface ListedRelease extends Partial<Deployment> {
  release: string;
  /** When the release became live, or when the preview was made. */
  at: string;
  label?: string;
  address?: string;
  state: 'live' | 'kept' | 'pruned' | 'preview';
  /**
   * One line for each new build, which compares its field data with the previous build's. Absent without a new build or
   * without field data.
   */
  field?: string[];
}

/**
 * Lists the live release and the deployments in its log, newest first. The previews follow.
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
      listed.push({ ...describeDeployment(release, { number, what: REFRESH }), state: 'live' });
    for (const [index, entry] of release.log.entries()) {
      const { last } = releasesOfSet(release.log, index, numbers);
      const state = entry.release === release.id ? 'live' : last === undefined ? 'pruned' : 'kept';
      listed.push({ ...entry, state });
    }
  }
  const others = await Promise.all(previews.map((one) => readPreviews(one, host)));
  return [...listed, ...others.flat()];
}

/**
 * For each new build, adds a line to the deployment that introduced it. The line compares the build's field data with that
 * of the previous build.
 *
 * @param field the store that contains the field data
 */
export async function addFigures(
  listed: ListedRelease[],
  store: Store,
  field: Store | undefined,
): Promise<void> {
  const figures = await readFigures(field);
  const live = await findLive(store, log);
  if (figures.size === 0 || !live) return;
  const deployments = listed.filter(({ state }) => state !== 'preview');
  for (const [index, entry] of deployments.entries()) {
    const before = deployments[index + 1]?.apps ?? {};
    const added = Object.entries(entry.apps ?? {}).filter(([app, version]) => before[app] !== version);
    if (added.length === 0) continue;
    entry.field = added.map(([app, version]) => {
      if (!mayReport(live.release, app)) return explainSilence(live.release, app);
      const earlier = before[app];
      const own = `${app} ${version.slice(0, 4)}: ${describeFigures(getFigures(figures, app, version))}`;
      if (earlier === undefined) return own;
      return `${own}; before, ${earlier.slice(0, 4)}: ${describeFigures(getFigures(figures, app, earlier))}`;
    });
  }
}

async function readPreviews(previews: Store, host: string): Promise<ListedRelease[]> {
  const listed: ListedRelease[] = [];
  for (const label of await listPreviews(previews)) {
    const found = await findLive(folderStore(previews, label)).catch((error: unknown) => {
      log(`The preview ${label} cannot be read: ${errorMessage(error)}`);
    });
    const [newest] = found?.release.log ?? [];
    if (!newest) continue;
    const { release, at, apps, builds, who } = newest;
    const address = await previewAddress(label, host);
    listed.push({ release, at, apps, ...(builds && { builds }), who, label, address, state: 'preview' });
  }
  return listed;
}

/** Formats each release or preview as one line, followed by one line of field data for each new build. */
export function formatReleases(listed: ListedRelease[]): string[] {
  return listed.flatMap(
    ({ number, release, at, apps = {}, builds, address, who, what = 'deploy', state, field = [] }) => {
      const shown = state === 'kept' ? '' : state;
      const author = who === undefined ? '' : `${who}: `;
      const about = `${at}  ${author}${address ?? what}  (${describeBuilds(apps, builds)})`;
      const line = `${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`;
      return [line, ...field.map((one) => `${' '.repeat(15)}${one}`)].map(printable);
    },
  );
}

/**
 * Replaces control characters. Otherwise, someone with write access only to previews or field data could manipulate the
 * operator's terminal.
 */
export function printable(line: string): string {
  return line.replaceAll(/\p{C}/gu, '\u{fffd}');
}
