import type { Against } from './startDevelopment';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { APPS } from '@site/deploy/buildApps';
import { readPort } from '@site/deploy/readPort';
import { startDevelopment } from './startDevelopment';

const repository = resolve(import.meta.dirname, '../..');
const remotes = APPS.filter((app) => app !== 'shell');

const program = new Command('npm run dev --')
  .description('Serves the site from its sources, and brings open pages up to date at every change.')
  .argument('[remote]', `with --against, the one remote that is built here: ${remotes.join(' or ')}`)
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
      dataDir: resolve(repository, process.env.DATA_DIR ?? '.local'),
      against: readAgainst(remote, against),
    });
  });

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

function readAgainst(remote: string | undefined, against: string | undefined): Against | undefined {
  if (remote === undefined && against === undefined) return undefined;
  if (remote === undefined || !remotes.includes(remote)) {
    throw new Error(
      `${remote ?? '--against alone'} says not which remote to build here: name ${remotes.join(' or ')}.`,
    );
  }
  if (against === undefined) {
    throw new Error(`Where does the rest of the site come from? npm run dev -- ${remote} --against <site>`);
  }
  if (/^https?:\/\//.test(against)) return { remote, from: { site: new URL(against).origin } };
  const store = resolve(process.env.INIT_CWD ?? '.', against);
  if (existsSync(`${store}/history`)) return { remote, from: { store } };
  throw new Error(
    `--against ${against} is neither an address with http:// or https:// nor a store in which a release is live.`,
  );
}
