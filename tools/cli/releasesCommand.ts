import { Command } from 'commander';
import { log, repository, storeAt, storeOption } from './commonOptions';
import { readRelease } from '../release/readRelease';
import { describePages, describeRelease } from './describeRelease';
import { listReleases, readReleases } from './listReleases';

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
        for (const line of await describeRelease(store, release, repository)) log(line);
        for (const line of await describePages(store, release)) log(line);
      } else if (json) log(JSON.stringify(await readReleases(store), null, 2));
      else for (const line of await listReleases(store)) log(line);
    });
}
