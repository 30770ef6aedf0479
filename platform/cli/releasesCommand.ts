import { Command } from 'commander';
import { describeBuilds } from '../release/describeBuilds';
import { readHistory, type HistoryEntry } from '../release/readHistory';
import { listPreviews } from '../release/listPreviews';
import { listIds, readRelease } from '../release/readRelease';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { log, openPreviewStore, previewsOption, storeAt, storeOption } from './commonOptions';
import { describePages, describeRelease } from './describeRelease';

/** An entry of `releases --json`: a release that is or was live, or a preview. */
interface ListedRelease extends Partial<HistoryEntry> {
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

/** `releases [id]`: lists the history, or describes one release with its commits and bytes. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('lists who deployed what and when, or describes one release')
    .argument('[release]', 'the id of the release to describe')
    .addOption(storeOption())
    .addOption(previewsOption())
    .option('--json', 'prints the list as JSON')
    .action(async (id: string | undefined, { to, previews: named, json }: Options) => {
      const store = await storeAt(to);
      if (id) {
        const release = await readRelease(store, id);
        for (const line of await describeRelease(store, release)) log(line);
        for (const line of await describePages(store, release)) log(line);
        return;
      }
      const previews = await openPreviewStore(to, named);
      if (json) log(JSON.stringify(await readReleases(store, previews), null, 2));
      else for (const line of await listReleases(store, previews)) log(line);
    });
}

/** Lists each time that a release became live, newest first, then the previews. */
export async function readReleases(store: Store, previews?: Store): Promise<ListedRelease[]> {
  const kept = new Set(await listIds(store));
  const history = await readHistory(store);
  // Visitors see the newest release that has a manifest.
  const live = history.find(({ release }) => kept.has(release)) ?? history[0];
  const made = history.map((entry): ListedRelease => {
    return { ...entry, state: entry === live ? 'live' : kept.has(entry.release) ? 'kept' : 'pruned' };
  });
  return [...made, ...(previews ? await readPreviews(previews) : [])];
}

async function readPreviews(previews: Store): Promise<ListedRelease[]> {
  const listed: ListedRelease[] = [];
  for (const label of await listPreviews(previews)) {
    const [newest] = await readHistory(folderStore(previews, label));
    if (!newest) continue;
    const { release, at, apps, builds, who } = newest;
    listed.push({ release, at, apps, ...(builds && { builds }), who, label, state: 'preview' });
  }
  return listed;
}

/** Formats the releases and previews, one per line. */
export async function listReleases(store: Store, previews?: Store): Promise<string[]> {
  return (await readReleases(store, previews)).map(
    ({ number, release, at, apps = {}, builds, label, who = 'unknown', what = 'deploy', state }) => {
      const shown = state === 'kept' ? '' : state;
      const about = `${at}  ${who}: ${label ?? what}  (${describeBuilds(apps, builds)})`;
      return `${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`;
    },
  );
}
