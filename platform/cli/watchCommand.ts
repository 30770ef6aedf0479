import { Command } from 'commander';
import { deploy } from '../release/deploy';
import { backendOption, log, removalsOption, storeAt, storeOption } from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';
import { stopOnSignal } from './stopOnSignal';

interface Options {
  to: string;
  backend: string;
  once?: true;
  acceptRemovals?: true;
}

/** `watch`: keeps the pages up to date with the backend. */
export function watchCommand(): Command {
  return new Command('watch')
    .description('keeps the pages up to date with the backend, until it is stopped')
    .addOption(storeOption())
    .addOption(backendOption().makeOptionMandatory())
    .addOption(removalsOption())
    .option('--once', 'updates the pages once and exits')
    .action(async ({ to, backend: backendUrl, once, acceptRemovals }: Options) => {
      const store = await storeAt(to);
      if (acceptRemovals && !once)
        throw new Error('--accept-removals is only for a removal that you have checked. Use it with --once.');
      if (once) {
        const release = await deploy({
          store,
          change: { kind: 'refresh' },
          backendUrl,
          needsBackend: true,
          acceptRemovals,
          retries: true,
          log,
        });
        if (!release.behind && !release.unread) log(`Release ${release.id} is up to date with the backend.`);
        failIfIncomplete(release);
        return;
      }
      const { watch } = await import('../release/watch');
      stopOnSignal(watch({ store, backendUrl, log }));
      log('Watching for changes. Press Ctrl-C to stop.');
    });
}
