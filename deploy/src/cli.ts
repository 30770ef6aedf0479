import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { deploy } from './deploy';
import { readArtifact } from './readArtifact';
import { directoryStore } from './store/directoryStore';

interface Options {
  to: string;
  backend?: string;
}

const repository = resolve(import.meta.dirname, '../..');
const log = (line: string): void => console.log(line);
const store = new Option('--to <directory>', 'the store').default(
  join(process.env.DATA_DIR ?? '.local', 'store'),
);
const backend = () =>
  new Option('--backend <url>', 'where PocketBase listens, for the heads of project pages').env(
    'BACKEND_URL',
  );

const program = new Command('deploy').description('Puts builds in force as releases of the whole site.');

program
  .command('apps', { isDefault: true, hidden: true })
  .argument('<app...>', 'workspaces to deploy, e.g. studio-remote; several make one release')
  .addOption(store)
  .addOption(backend())
  .option('--mode <mode>', 'which build to deploy: production or development', 'production')
  .action(async (apps: string[], { to, backend: backendUrl, mode }: Options & { mode: string }) => {
    const artifacts = await Promise.all(apps.map((app) => readArtifact(join(repository, app, 'dist', mode))));
    await deploy({ store: directoryStore(resolve(repository, to)), artifacts, backendUrl, log });
  });

program
  .command('refresh')
  .description('brings page heads and sitemap up to date after the portfolio has changed; meant for a timer')
  .addOption(store)
  .addOption(backend().makeOptionMandatory())
  .action(async ({ to, backend: backendUrl }: Options) => {
    await deploy({ store: directoryStore(resolve(repository, to)), artifacts: [], backendUrl, log });
  });

program.addHelpText(
  'after',
  `
Examples:
  npm run deploy -- shell studio-remote micora-remote    the first release
  npm run deploy -- studio-remote                        one team, alone
  npm run deploy -- refresh --backend http://127.0.0.1:8090`,
);

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
