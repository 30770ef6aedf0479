import { Command } from 'commander';
import { prune } from '../release/prune';
import { dryRunOption, log, storeAt, storeOption } from './commonOptions';

/** For how long releases are kept unless somebody says otherwise. */
const KEEP_DAYS = 30;

interface Options {
  to: string;
  keepDays: number;
  now?: true;
  dryRun?: boolean;
}

/** `prune`: removes what is no longer needed. */
export function pruneCommand(): Command {
  return new Command('prune')
    .description('removes releases that have not been live for a while, and the builds that only they used')
    .addOption(storeOption())
    .option(
      '--keep-days <days>',
      'for how long a release is kept after it was last live',
      readDays,
      KEEP_DAYS,
    )
    .option('--now', 'removes at once what earlier releases show and the live one does not; builds are kept')
    .addOption(dryRunOption())
    .action(async ({ to, keepDays, now, dryRun }: Options) => {
      const store = await storeAt(to);
      await prune({ store, keepDays, atOnce: now, now: new Date(), dryRun, log });
    });
}

function readDays(value: string): number {
  const days = Number(value);
  if (days >= 1) return days;
  throw new Error(
    `--keep-days ${value}: use 1 or more, so that nothing is removed while it is being deployed.`,
  );
}
