import { messageOf } from '@site/shared/node/messageOf';
import { Command } from 'commander';
import { buildApps } from '../build/buildApps';
import { log, repository } from './commonOptions';

const program = new Command('site build')
  .description('Builds apps for production, if their sources have changed since their last build.')
  .argument('[app...]', 'the apps to build; by default all apps of the repository')
  .showHelpAfterError('See site build --help.')
  .action(async (apps: string[]) => {
    const folders = await buildApps({ repository, ...(apps.length > 0 && { apps }), log });
    for (const folder of folders) log(folder);
  });

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
