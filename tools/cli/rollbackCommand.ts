import { Command } from 'commander';
import { rollback } from '../release/deploy';
import { dryRunOption, log, storeAt, storeOption, type ReleaseOptions } from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';

type Options = Pick<ReleaseOptions, 'to' | 'dryRun'>;

/** `rollback <app> [version]`: a release made of an older build of one app; the others, and all data, stay. */
export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('makes an older build of one app live; again, the one before that')
    .argument('<app>', 'the app')
    .argument('[version]', 'the build, or how it begins; without it, the one that was live before');
  for (const option of [storeOption(), dryRunOption()]) command.addOption(option);
  return command.action(async (app: string, version: string | undefined, options: Options) => {
    const store = await storeAt(options.to);
    const { dryRun } = options;
    const release = await rollback({ store, app, version, dryRun, log });
    failIfIncomplete(release, [app]);
  });
}
