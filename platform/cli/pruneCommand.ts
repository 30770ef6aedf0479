import { Command } from 'commander';
import { prune } from '../release/prune';
import { endOldPreviews } from '../release/removePreview';
import { log, openPreviewStore, previewsOption, storeAt, storeOption } from './commonOptions';

/** The default number of days for which releases are kept. */
const KEEP_DAYS = 30;

interface Options {
  to: string;
  previews?: string;
  keepDays: number;
  now?: true;
  dryRun?: boolean;
}

/** `prune`: removes what is no longer needed. */
export function pruneCommand(): Command {
  return new Command('prune')
    .description(
      'removes releases that have not been live for a while, the builds that only they used, and old previews',
    )
    .addOption(storeOption())
    .addOption(previewsOption())
    .option(
      '--keep-days <days>',
      'how many days a release is kept after it was last live',
      readDays,
      KEEP_DAYS,
    )
    .option(
      '--now',
      'removes what the live release does not show as soon as it is an hour old; builds are kept',
    )
    .option('--dry-run', 'only shows what would happen')
    .action(async ({ to, previews: named, keepDays, now, dryRun }: Options) => {
      const store = await storeAt(to);
      await prune({ store, keepDays, atOnce: now, dryRun, log });
      const previews = await openPreviewStore(to, named);
      if (previews) await endOldPreviews(previews, log, { dryRun: dryRun ?? false });
    });
}

function readDays(value: string): number {
  const days = Number(value);
  if (days >= 1) return days;
  throw new Error(
    `--keep-days is ${value}. Use at least 1, so that nothing is removed while it is being deployed.`,
  );
}
