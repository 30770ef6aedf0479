import { Command } from 'commander';
import { rollback } from '../release/deploy';
import { dryRunOption, log, storeAt, storeOption, type ReleaseOptions } from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';

type Options = Pick<ReleaseOptions, 'to' | 'dryRun'>;

/**
 * `rollback <app> [version]`: makes a release with an older build of one app. Other apps and the data stay the same.
 */
export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('makes the previous build of one app live; repeat it to go further back')
    .argument('<app>', 'the app')
    .argument('[version]', 'a build, or its first characters; by default the one that was live before');
  for (const option of [storeOption(), dryRunOption()]) command.addOption(option);
  return command.action(async (app: string, version: string | undefined, options: Options) => {
    const store = await storeAt(options.to);
    const { dryRun } = options;
    const release = await rollback({ store, app, version, dryRun, log });
    failIfIncomplete(release, [app]);
  });
}
