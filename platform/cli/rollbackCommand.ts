import { Command } from 'commander';
import { rollback } from '../release/deploy';
import { log, storeAt, storeOption } from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';

/**
 * `rollback <app> [version]`: makes a release with an older build of one app. Other apps and the data stay the same.
 */
export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('makes the previous build of one app live; repeat it to go further back')
    .argument('<app>', 'the app')
    .argument('[version]', 'a build, or its first characters; by default the one that was live before')
    .addOption(storeOption());
  return command.action(async (app: string, version: string | undefined, { to }: { to: string }) => {
    const release = await rollback({ store: await storeAt(to), app, version, log });
    failIfIncomplete(release, [app]);
  });
}
