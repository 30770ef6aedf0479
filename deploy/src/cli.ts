import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { deploy } from './commands/deploy';
import { describeRelease } from './commands/describeRelease';
import { listReleases } from './commands/listReleases';
import { nginxConfig } from './serve/nginxConfig';
import { expectNoHost } from './store/hostSource';
import { previewRelease } from './commands/previewRelease';
import { promote } from './commands/promote';
import { prune } from './commands/prune';
import { pull } from './commands/pull';
import { readArtifact } from './build/readArtifact';
import { restore } from './commands/restore';
import { rollback } from './commands/rollback';
import { directoryStore } from './store/directoryStore';
import { directoryOf, openStore } from './store/openStore';
import type { Store } from './store/Store';
import { trustedProxyOption } from './trustedProxyOption';
import { verify } from './commands/verify';
import { withdraw } from './commands/withdraw';

interface StoreOptions {
  to: string;
}
interface BuildOptions extends StoreOptions {
  backend?: string;
  mode: string;
  dryRun?: boolean;
}
interface ChangeOptions extends StoreOptions {
  dryRun?: boolean;
}
interface NginxCommandOptions extends StoreOptions {
  backend: string;
  out: string;
  listen: string[];
  serverName: string;
  log: string;
  trustedProxy: string[];
}

/** For how long releases are kept unless somebody says otherwise. */
const KEEP_DAYS = 30;

const repository = resolve(import.meta.dirname, '../..');
const log = (line: string): void => console.log(line);
const storeOption = new Option('--to <store>', 'a directory, or s3://bucket/prefix').default(
  join(process.env.DATA_DIR ?? '.local', 'store'),
);
const dryRunOption = new Option('--dry-run', 'only says what would happen');
const modeOption = new Option('--mode <mode>', 'which build to deploy')
  .choices(['production', 'development'])
  .default('production');
const backendOption = () =>
  new Option('--backend <url>', 'where PocketBase listens, for what fills pages').env('BACKEND_URL');

const program = new Command('deploy')
  .usage('<app...> | <command> [options]')
  .description('Makes builds live as releases of the whole site, and takes them back.')
  .showHelpAfterError('See npm run deploy -- --help.');

program
  .command('apps', { isDefault: true, hidden: true })
  .argument('<app...>', 'workspaces to deploy, e.g. studio-remote; several make one release')
  .addOption(storeOption)
  .addOption(backendOption())
  .addOption(modeOption)
  .addOption(dryRunOption)
  .action(makeLiveBy(deploy));

program
  .command('preview')
  .description('writes a release that only those see who are told its id, by ?release=<id>')
  .argument('<app...>', 'workspaces to preview together')
  .addOption(storeOption)
  .addOption(backendOption())
  .addOption(modeOption)
  .addOption(dryRunOption)
  .action(makeLiveBy(previewRelease));

program
  .command('promote')
  .description('deploys the builds of a preview, and withdraws it')
  .argument('<preview>', 'its id')
  .addOption(storeOption)
  .addOption(backendOption())
  .addOption(dryRunOption)
  .action(async (id: string, { to, backend, ...options }: ChangeOptions & { backend?: string }) => {
    await promote({ store: await openToChange(to), id, backendUrl: backend, log, ...options });
  });

program
  .command('withdraw')
  .description('takes a preview away')
  .argument('<preview>', 'its id')
  .addOption(storeOption)
  .addOption(dryRunOption)
  .action(async (id: string, { to, ...options }: ChangeOptions) => {
    await withdraw({ store: await openToChange(to), id, log, ...options });
  });

program
  .command('rollback')
  .description('makes an older build of one app live; again, the one before that')
  .argument('<app>', 'the workspace')
  .argument('[version]', 'the build, or how it begins; without it, the one that was live before')
  .addOption(storeOption)
  .addOption(dryRunOption)
  .action(async (app: string, version: string | undefined, { to, ...options }: ChangeOptions) => {
    await rollback({ store: await openToChange(to), app, version, log, ...options });
  });

program
  .command('restore')
  .description('makes a whole earlier release live again')
  .argument('<release>', 'its id')
  .addOption(storeOption)
  .addOption(dryRunOption)
  .action(async (id: string, { to, ...options }: ChangeOptions) => {
    await restore({ store: await openToChange(to), id, log, ...options });
  });

program
  .command('refresh')
  .description('brings what the pages show up to date with the backend; meant for a timer')
  .addOption(storeOption)
  .addOption(backendOption().makeOptionMandatory())
  .addOption(dryRunOption)
  .action(async ({ to, backend, ...options }: ChangeOptions & { backend: string }) => {
    await deploy({
      store: await openStore(to, repository),
      artifacts: [],
      backendUrl: backend,
      log,
      ...options,
    });
  });

program
  .command('releases')
  .description('lists what has been live: who, what, when')
  .addOption(storeOption)
  .action(async ({ to }: StoreOptions) => {
    for (const line of await listReleases(await openStore(to, repository))) log(line);
  });

program
  .command('show')
  .description('tells what a release is made of and what it changed')
  .argument('<release>', 'its id')
  .addOption(storeOption)
  .action(async (id: string, { to }: StoreOptions) => {
    for (const line of await describeRelease(await openStore(to, repository), id)) log(line);
  });

program
  .command('verify')
  .description('checks that every file of the live release is there and unaltered')
  .addOption(storeOption)
  .action(async ({ to }: StoreOptions) => {
    await verify(await openStore(to, repository), log);
  });

program
  .command('prune')
  .description('removes releases that have not been live for a while, and the builds that only they used')
  .addOption(storeOption)
  .option('--keep-days <days>', 'for how long a release is kept after it was last live', readDays, KEEP_DAYS)
  .addOption(dryRunOption)
  .action(async ({ to, ...options }: ChangeOptions & { keepDays: number }) => {
    await prune({ store: await openToChange(to), now: new Date(), log, ...options });
  });

program
  .command('takedown')
  .description('removes from the store what earlier releases show and the live one does not; builds are kept')
  .addOption(storeOption)
  .addOption(dryRunOption)
  .action(async ({ to, ...options }: ChangeOptions) => {
    await prune({
      store: await openToChange(to),
      keepDays: KEEP_DAYS,
      takedown: true,
      now: new Date(),
      log,
      ...options,
    });
  });

program
  .command('pull')
  .description('brings the directory that a web host serves up to date with a store; meant for a timer')
  .requiredOption('--from <store>', 'the store that deployments write, e.g. s3://bucket/prefix')
  .option('--to <directory>', 'what the web host serves', storeOption.defaultValue as string)
  .action(async ({ from, to }: StoreOptions & { from: string }) => {
    const host = directoryStore(directoryOf(to, repository, 'pull'));
    await pull({ from: await openStore(from, repository), address: from, to: host, log });
  });

program
  .command('nginx')
  .description('writes the configuration with which nginx serves the store, for its http context')
  .requiredOption('--out <file>', 'where to write it, e.g. site.conf')
  .addOption(storeOption)
  .option('--backend <url>', 'where PocketBase listens', 'http://127.0.0.1:8090')
  .option('--listen <address...>', 'what nginx listens on', ['80'])
  .option('--server-name <names>', 'the names that the site is asked by', '_')
  .option('--log <file>', 'where nginx logs requests', '/var/log/nginx/site.log')
  .addOption(trustedProxyOption())
  .action(async ({ to, backend, out, trustedProxy, ...options }: NginxCommandOptions) => {
    const store = directoryOf(to, repository, 'nginx');
    const config = nginxConfig({ store, backendUrl: backend, trustedProxies: trustedProxy, ...options });
    await writeFile(resolve(out), config);
    log(`${out} is written. Check it with nginx -t, then reload nginx.`);
  });

program.addHelpText(
  'after',
  `
Examples:
  npm run deploy -- shell studio-remote micora-remote    the first release
  npm run deploy -- studio-remote                        one team, alone
  npm run deploy -- studio-remote --dry-run              what that would do
  npm run deploy -- rollback studio-remote               back to its build before
  npm run deploy -- releases                             who made what live, and when
  npm run deploy -- restore 20261121T101500123Z-1a2b3c4d
  npm run deploy -- preview micora-remote                look at it first, then promote it
  npm run deploy -- prune --keep-days 30
  npm run deploy -- studio-remote --to s3://bucket/site  into a bucket; keys and server from AWS_* variables
  npm run deploy -- pull --from s3://bucket/site         on each web host that serves it
  npm run deploy -- nginx --out site.conf --server-name www.example.com --trusted-proxy 10.0.0.0/8
  npm run deploy -- refresh --backend http://127.0.0.1:8090`,
);

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

function makeLiveBy(how: typeof deploy | typeof previewRelease) {
  return async (apps: string[], { to, backend, mode, ...options }: BuildOptions): Promise<void> => {
    const artifacts = await Promise.all(apps.map((app) => readArtifact(join(repository, app, 'dist', mode))));
    await how({ store: await openToChange(to), artifacts, backendUrl: backend, log, ...options });
  };
}

/** A store that is the site's own, not a web host's copy of it. */
async function openToChange(address: string): Promise<Store> {
  const store = await openStore(address, repository);
  await expectNoHost(store, address);
  return store;
}

function readDays(value: string): number {
  const days = Number(value);
  if (days >= 1) return days;
  throw new Error(`--keep-days ${value}: a day at least, so that nothing goes that is just being deployed.`);
}
