import { Command } from 'commander';
import { describeBuilds } from '../release/describeBuilds';
import { readHistory, type HistoryEntry } from '../release/readHistory';
import { readRelease, findWhole, listIds } from '../release/readRelease';
import type { Store } from '../store/Store';
import { log, storeAt, storeOption } from './commonOptions';
import { describePages, describeRelease } from './describeRelease';

/** A release that is or was live, or a preview, as `releases --json` gives it. */
interface ListedRelease extends Partial<HistoryEntry> {
  release: string;
  /** When it became live, or was made; absent for a damaged preview. */
  at?: string;
  /** Of a preview, if it has one. */
  name?: string;
  state: 'live' | 'kept' | 'pruned' | 'preview' | 'damaged';
  /** Of a damaged preview: what is wrong, and what to do. */
  problem?: string;
}

/** `releases [id]`: what has been live, or one release with its commits and bytes. */
export function releasesCommand(): Command {
  return new Command('releases')
    .description('lists what has been live: who, what, when; or tells what one release is made of')
    .argument('[release]', 'its id')
    .addOption(storeOption())
    .option('--json', 'the list as JSON')
    .action(async (id: string | undefined, { to, json }: { to: string; json?: true }) => {
      const store = await storeAt(to);
      if (id) {
        const release = await readRelease(store, id);
        for (const line of await describeRelease(store, release)) log(line);
        for (const line of await describePages(store, release)) log(line);
      } else if (json) log(JSON.stringify(await readReleases(store), null, 2));
      else for (const line of await listReleases(store)) log(line);
    });
}

/** Each time that a release became live, newest first, then each preview. */
export async function readReleases(store: Store): Promise<ListedRelease[]> {
  const kept = new Set(await listIds(store, 'releases'));
  const history = await readHistory(store);
  // The newest whose manifest is there, as for visitors.
  const live = history.find(({ release }) => kept.has(release)) ?? history[0];
  const made = history.map((entry): ListedRelease => {
    return { ...entry, state: entry === live ? 'live' : kept.has(entry.release) ? 'kept' : 'pruned' };
  });
  const previews: ListedRelease[] = [];
  for (const id of await listIds(store, 'previews')) {
    let problem = '';
    const preview = await findWhole(store, id, (line) => (problem = line));
    if (problem) previews.push({ release: id, state: 'damaged', problem });
    if (!preview) continue;
    const { createdAt: at, apps, builds, name } = preview;
    previews.push({
      release: id,
      at,
      apps,
      ...(builds && { builds }),
      ...(name && { name }),
      state: 'preview',
    });
  }
  return [...made, ...previews];
}

/** One line for each of them. */
export async function listReleases(store: Store): Promise<string[]> {
  return (await readReleases(store)).map(
    ({ number, release, at, apps, builds, name, who = 'unknown', what = 'deploy', state, problem }) => {
      const made = state === 'preview' ? (name ? `  ${name}` : '') : `  ${who}: ${what}`;
      const about = problem ?? `${at}${made}${apps ? `  (${describeBuilds(apps, builds)})` : ''}`;
      const shown = state === 'kept' ? '' : state;
      return `${String(number ?? '-').padStart(4)}  ${shown.padEnd(7)}  ${release}  ${about}`;
    },
  );
}
