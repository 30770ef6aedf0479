import { appendFile } from 'node:fs/promises';
import { liveRelease } from '../release/readHistory';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { repository } from './commonOptions';
import { describeRelease } from './describeRelease';

interface Options {
  summary?: string;
  site?: string;
  dryRun?: boolean;
}

/** Makes a change, and appends a summary of it to a file if one is named. */
export async function summarizing(
  store: Store,
  { summary, site, dryRun }: Options,
  change: () => Promise<Release>,
): Promise<Release> {
  if (!summary || dryRun) return change();
  const live = await liveRelease(store);
  // Before the change, since a file that cannot be written would make the change look as if it had failed.
  await appendFile(summary, '');
  const release = await change();
  await appendFile(
    summary,
    release.id === live?.id
      ? `Nothing has changed: release ${release.id} is live.\n`
      : `${(await describeRelease(store, release, repository, site)).join('\n')}\n`,
  );
  return release;
}
