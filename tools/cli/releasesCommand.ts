import { Command } from 'commander';
import { describeBuilds } from '../release/describeBuilds';
import { readHistory, type HistoryEntry } from '../release/readHistory';
import { listPreviews } from '../release/listPreviews';
import { listIds, readRelease } from '../release/readRelease';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { log, previewsAt, previewsOption, storeAt, storeOption } from './commonOptions';
import { describePages, describeRelease } from './describeRelease';

/** A release that is or was live, or a preview, as `releases --json` gives it. */
interface ListedRelease extends Partial<HistoryEntry> {
  release: string;
  /** When it became live, or was made. */
  at: string;
  /** Of a preview: what its host name begins with. */
  label?: string;
  state: 'live' | 'kept' | 'pruned' | 'preview';
}

interface Options {
  to: string;
  previews?: string;
  json?: true;
}

/** `releases [id]`: what has been live, or one release with its commits and bytes. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('lists what has been live: who, what, when; or tells what one release is made of')
    .argument('[release]', 'its id')
    .addOption(storeOption())
    .addOption(previewsOption())
    .option('--json', 'the list as JSON')
    .action(async (id: string | undefined, { to, previews: named, json }: Options) => {
      const store = await storeAt(to);
      if (id) {
        const release = await readRelease(store, id);
        for (const line of await describeRelease(store, release)) log(line);
        for (const line of await describePages(store, release)) log(line);
        return;
      }
      const previews = await previewsAt(to, named);
      if (json) log(JSON.stringify(await readReleases(store, previews), null, 2));
      else for (const line of await listReleases(store, previews)) log(line);
    });
}

/** Each time that a release became live, newest first, then each preview. */
export async function readReleases(store: Store, previews?: Store): Promise<ListedRelease[]> {
  const kept = new Set(await listIds(store));
  const history = await readHistory(store);
  // The newest whose manifest is there, as for visitors.
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

/** One line for each of them. */
export async function listReleases(store: Store, previews?: Store): Promise<string[]> {
  return (await readReleases(store, previews)).map(
    ({ number, release, at, apps = {}, builds, label, who = 'unknown', what = 'deploy', state }) => {
      const shown = state === 'kept' ? '' : state;
      const about = `${at}  ${who}: ${label ?? what}  (${describeBuilds(apps, builds)})`;
      return `${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`;
    },
  );
}
