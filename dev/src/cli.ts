import { resolve } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '@site/backend/messageOf';
import { readPort } from '@site/tools/cli/readPort';
import { parseAgainst, REMOTES } from './parseAgainst';
import { startDevelopment } from './startDevelopment';

const repository = resolve(import.meta.dirname, '../..');

const program = new Command('npm run dev --')
  .description('Serves the site from its sources, and brings open pages up to date at every change.')
  .argument('[remote]', `with --against, the one remote that is built here: ${REMOTES.join(' or ')}`)
  .option('--against <site>', 'takes everything else from a live site, or from a directory store')
  .showHelpAfterError('See npm run dev -- --help.')
  .addHelpText(
    'after',
    `
Examples:
  npm run dev                                                    shell, remotes and backend
  npm run dev -- studio-remote --against https://www.example.com this remote, everything else live
  npm run dev -- studio-remote --against .local/store            this remote, everything else of a store

Without --against a changed component is exchanged in the open page and keeps its state. With --against only a changed
style sheet is: components need a development build of React, and the shell that is live brings the production build,
so the page is loaded again. A live site is only read: forms are refused. With a store, the backend is the local one.

PORT (default 3000) and DATA_DIR (default .local) are those of npm start.`,
  )
  .action(async (remote: string | undefined, { against }: { against?: string }) => {
    await startDevelopment({
      repository,
      port: readPort(process.env.PORT),
      dataDir: resolve(repository, process.env.DATA_DIR || '.local'),
      against: parseAgainst(remote, against),
    });
  });

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
