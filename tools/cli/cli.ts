import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { messageOf } from '@site/backend/messageOf';
import { pickPort } from '@site/backend/pickPort';
import { findAffected } from './affected/findAffected';
import { isTakenBack } from './affected/newestEntry';
import { buildApps } from '../build/buildApps';
import { hashInputs } from '../build/hashInputs';
import { readApps } from '../build/readApps';
import { deploy } from '../release/deploy';
import { describeSource } from '../release/describeBuilds';
import { describeRelease } from './describeRelease';
import { listReleases, readReleases } from './listReleases';
import { refusePulledStore } from '../store/pullSource';
import { previewRelease } from '../release/previewRelease';
import { promote } from '../release/promote';
import { prune } from '../release/prune';
import { readPort } from './readPort';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { readHistory } from '../release/readHistory';
import type { Release } from '../release/Release';
import { restore } from '../release/restore';
import { removeApp } from '../release/removeApp';
import { rollback } from '../release/rollback';
import { summarizeRelease } from './summarizeRelease';
import { stopOnSignal } from './stopOnSignal';
import { directoryStore } from '../store/directoryStore';
import { directoryOf, openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { trustedProxyOption } from './trustedProxyOption';
import { verify } from '../release/verify';
import { withdraw } from '../release/withdraw';

interface CommandOptions {
  to: string;
  dryRun?: boolean;
  summary?: string;
  site?: string;
}
interface BuildOptions extends CommandOptions {
  name?: string;
  unlessTakenBack?: true;
  backend?: string;
  artifact?: string[];
}
interface ServeOptions extends CommandOptions {
  backend?: string;
  trustedProxy: string[];
  listen: string;
}

interface AffectedOptions extends Partial<CommandOptions> {
  since?: string;
  output?: string;
}
/** A command that takes its options by one call, as its subcommands do. */
class DeployCommand extends Command {
  override createCommand(name?: string): DeployCommand {
    return new DeployCommand(name);
  }
  addOptions(...options: Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }
}

/** What previews may be called. */
const NAME = /^[\w.-]+$/;

/** For how long releases are kept unless somebody says otherwise. */
const KEEP_DAYS = 30;

const repository = resolve(import.meta.dirname, '../..');
const log = (line: string): void => console.log(line);
const dataDir = resolve(repository, process.env.DATA_DIR || '.local');
const storeOption = new Option('--to <store>', 'a directory, or s3://bucket/prefix').default(
  join(process.env.DATA_DIR || '.local', 'store'),
);
const dryRunOption = new Option('--dry-run', 'only says what would happen');
const artifactOption = new Option(
  '--artifact <folder...>',
  'deploys builds that are ready, such as studio-remote/dist/production, as they are',
);
const backendOption = () =>
  new Option('--backend <url>', 'where PocketBase listens, for what fills pages').env('BACKEND_URL');
const summaryOptions = [
  new Option('--summary <file>', 'adds to a file, in Markdown: apps, commits, bytes against before'),
  new Option('--site <url>', 'where the site is read, for the address in the summary'),
];
const buildOptions = [artifactOption, storeOption, backendOption(), ...summaryOptions, dryRunOption];

// What only some commands need is loaded by them: it would double the time of each of the others.
const program = new DeployCommand('deploy')
  .usage('<app...> | <command> [options]')
  .description('Makes builds live as releases of the whole site, and takes them back.')
  .showHelpAfterError('See npm run deploy -- --help.');

program
  .command('apps', { isDefault: true })
  .description('builds apps and deploys them; the word apps may be left out')
  .argument('[app...]', 'workspaces to build and deploy, e.g. studio-remote; several make one release')
  .addOptions(...buildOptions)
  .option('--unless-taken-back', 'leaves out a build that was live and has been taken back; for pipelines')
  .action(publishBy(deploy));

program
  .command('preview')
  .description('writes a release that only those see who are told its id, by ?release=<id>')
  .argument('[app...]', 'workspaces to build and preview together')
  .addOptions(...buildOptions)
  .option('--name <name>', 'replaces the earlier preview of this name, e.g. pr-12')
  .action(publishBy(previewRelease));

program
  .command('promote')
  .description('deploys the builds of a preview, and withdraws it')
  .argument('<preview>', 'its id')
  .addOptions(storeOption, backendOption(), dryRunOption)
  .action(async (id: string, { to, backend, ...options }: CommandOptions & { backend?: string }) => {
    await promote({ store: await openToChange(to), id, backendUrl: backend, log, ...options });
  });

program
  .command('withdraw')
  .description('takes a preview away')
  .argument('[preview]', 'its id')
  .option('--name <name>', 'or its name')
  .addOptions(storeOption, dryRunOption)
  .action(async (id: string | undefined, { to, ...options }: CommandOptions & { name?: string }) => {
    await withdraw({ store: await openToChange(to), id, log, ...options });
  });

program
  .command('rollback')
  .description('makes an older build of one app live; again, the one before that')
  .argument('<app>', 'the workspace')
  .argument('[version]', 'the build, or how it begins; without it, the one that was live before')
  .addOptions(storeOption, ...summaryOptions, dryRunOption)
  .action(async (app: string, version: string | undefined, options: CommandOptions) => {
    const { to, dryRun } = options;
    const store = await openToChange(to);
    await summarize(store, options, () => rollback({ store, app, version, log, dryRun }));
  });

program
  .command('remove')
  .description('takes an app with all its pages off the site; its builds stay, to be deployed again')
  .argument('<app>', 'the workspace')
  .addOptions(storeOption, dryRunOption)
  .action(async (app: string, { to, ...options }: CommandOptions) => {
    await removeApp({ store: await openToChange(to), app, log, ...options });
  });

program
  .command('restore')
  .description('makes a whole earlier release live again')
  .argument('<release>', 'its id')
  .addOptions(storeOption, dryRunOption)
  .action(async (id: string, { to, ...options }: CommandOptions) => {
    await restore({ store: await openToChange(to), id, log, ...options });
  });

program
  .command('refresh')
  .description('brings what the pages show up to date with the backend, once')
  .addOptions(storeOption, backendOption().makeOptionMandatory(), dryRunOption)
  .action(async ({ to, backend, ...options }: CommandOptions & { backend: string }) => {
    await deploy({
      store: await openToChange(to),
      artifacts: [],
      backendUrl: backend,
      needsBackend: true,
      log,
      ...options,
    });
  });

program
  .command('watch')
  .description('keeps what the pages show up to date with the backend, until it is stopped')
  .addOptions(storeOption, backendOption().makeOptionMandatory())
  .action(async ({ to, backend }: CommandOptions & { backend: string }) => {
    const { watch } = await import('../release/watch');
    stopOnSignal(watch({ store: await openToChange(to), backendUrl: backend, dataDir, log }));
    log('Watching for changes. Ctrl-C ends it.');
  });

program
  .command('releases')
  .description('lists what has been live: who, what, when')
  .addOption(storeOption)
  .option('--json', 'as JSON')
  .action(async ({ to, json }: CommandOptions & { json?: true }) => {
    const store = await openStore(to, repository);
    if (json) log(JSON.stringify(await readReleases(store), null, 2));
    else for (const line of await listReleases(store)) log(line);
  });

program
  .command('show')
  .description('tells what a release is made of and what it changed')
  .argument('<release>', 'its id')
  .addOption(storeOption)
  .action(async (id: string, { to }: CommandOptions) => {
    for (const line of await describeRelease(await openStore(to, repository), id, repository)) log(line);
  });

program
  .command('verify')
  .description('checks that every file of the live release is there and unaltered')
  .addOption(storeOption)
  .action(async ({ to }: CommandOptions) => {
    await verify(await openStore(to, repository), log);
  });

program
  .command('prune')
  .description('removes releases that have not been live for a while, and the builds that only they used')
  .addOption(storeOption)
  .option('--keep-days <days>', 'for how long a release is kept after it was last live', readDays, KEEP_DAYS)
  .addOption(dryRunOption)
  .action(async ({ to, ...options }: CommandOptions & { keepDays: number }) => {
    await prune({ store: await openToChange(to), now: new Date(), log, ...options });
  });

program
  .command('takedown')
  .description('removes from the store what earlier releases show and the live one does not; builds are kept')
  .addOptions(storeOption, dryRunOption)
  .action(async ({ to, ...options }: CommandOptions) => {
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
  .action(async ({ from, to }: CommandOptions & { from: string }) => {
    const host = directoryStore(directoryOf(to, repository, 'pull'));
    const { pull } = await import('../release/pull');
    await pull({ from: await openStore(from, repository), address: from, to: host, log });
  });

program
  .command('affected')
  .description('tells as JSON which apps and workspaces commits may have altered')
  .option('--since <commit>', 'by what the checkout has changed since it branched off')
  .option('--to <store>', 'adds the apps that have changed since their newest build that was live there')
  .option('--output <file>', 'also adds the line affected=<JSON> to a file, as GitHub Actions takes outputs')
  .action(async ({ since, to, output }: AffectedOptions) => {
    if (since === undefined && to === undefined)
      throw new Error('Since when? Name a commit by --since, or a store by --to.');
    const store = to === undefined ? undefined : await openStore(to, repository);
    const affected = JSON.stringify(await findAffected({ repository, since, store, log: console.error }));
    log(affected);
    if (output) await appendFile(output, `affected=${affected}\n`);
  });

program
  .command('serve')
  .description('serves the site until it is stopped, on 127.0.0.1 unless told otherwise; PORT is its port')
  .addOptions(storeOption, backendOption(), trustedProxyOption())
  .option('--listen <address>', 'what it listens on', '127.0.0.1')
  .action(async ({ to, backend, trustedProxy, listen }: ServeOptions) => {
    const port = readPort(process.env.PORT);
    await pickPort(port, 'choose another port: PORT=3001 npm run deploy -- serve');
    const store = directoryStore(directoryOf(to, repository, 'serve'));
    const { createSite } = await import('../server/createSite');
    const { storeSource } = await import('../server/storeSource');
    const source = storeSource(store, { tell: (problem) => console.error(messageOf(problem)) });
    const server = await createSite(source, { backendUrl: backend, trustedProxies: trustedProxy });
    stopOnSignal(() => server.close());
    await server.listen({ port, host: listen });
    log(`The site is at http://localhost:${port}`);
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
  npm run deploy -- preview micora-remote --name pr-12   the only preview of that name, until
  npm run deploy -- withdraw --name pr-12
  npm run deploy -- affected --since origin/main         which apps a branch changes
  npm run deploy -- prune --keep-days 30
  npm run deploy -- studio-remote --to s3://bucket/site  into a bucket; keys and server from AWS_* variables
  npm run deploy -- pull --from s3://bucket/site         on each web host that serves it
  npm run deploy -- refresh --backend http://127.0.0.1:8090
  npm run deploy -- watch --backend http://127.0.0.1:8090`,
);

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});

function publishBy(how: typeof deploy | typeof previewRelease) {
  return async (apps: string[], options: BuildOptions): Promise<void> => {
    const { to, backend, artifact, name, unlessTakenBack, dryRun } = options;
    if (name !== undefined && !NAME.test(name))
      throw new Error(`--name ${name}: letters, digits, and . _ - only, such as pr-12.`);
    if (Boolean(artifact) === apps.length > 0)
      throw new Error('Name apps to build and deploy, or builds that are ready by --artifact.');
    const folders = artifact ?? (await buildApps({ repository, apps: [...new Set(apps.map(readApp))], log }));
    const artifacts = await Promise.all(folders.map((folder) => readArtifact(resolve(folder))));
    for (const build of artifacts) log(describeBuild(build));
    const store = await openToChange(to);
    const history = unlessTakenBack ? await readHistory(store) : [];
    const isLeftOut = ({ artifact: { app, version } }: LoadedArtifact) => isTakenBack(history, app, version);
    for (const { artifact } of artifacts.filter(isLeftOut))
      log(`${artifact.app} ${artifact.version} is left out: it has been taken back.`);
    const wanted = artifacts.filter((build) => !isLeftOut(build));
    await summarize(store, options, () =>
      how({ store, artifacts: wanted, backendUrl: backend, name, log, dryRun }),
    );
  };
}

/** Makes a change, and adds what it has changed to a file if that is wanted. */
async function summarize(
  store: Store,
  { summary, site, dryRun }: CommandOptions,
  change: () => Promise<Release>,
): Promise<void> {
  if (!summary || dryRun) {
    await change();
    return;
  }
  const [live] = await readHistory(store);
  // Before the change: a file that cannot be written would make it look as if it had failed.
  await appendFile(summary, '');
  const release = await change();
  await appendFile(
    summary,
    release.id === live?.release
      ? `Nothing has changed: release ${release.id}, which is live, has all of it.\n`
      : await summarizeRelease({ store, release, repository, siteUrl: site }),
  );
}

function readApp(app: string): string {
  const known = readApps(repository);
  if (known.includes(app)) return app;
  throw new Error(`There is no app ${app} here: there are ${known.join(', ')}.`);
}

/** Which build it is, in one line, so that nobody ships an old one without noticing. */
function describeBuild({ artifact: { app, version }, origin, inputs }: LoadedArtifact): string {
  if (!origin) return `${app} ${version}, which does not say where it comes from`;
  const folder = join(repository, app);
  const isOld = existsSync(folder) && inputs !== hashInputs(repository, folder);
  return `${app} ${version} ${describeSource(origin)}${isOld ? '; the sources here have changed since, and are not in it' : ''}`;
}

/** A store that is the site's own, not a web host's copy of it. */
async function openToChange(address: string): Promise<Store> {
  const store = await openStore(address, repository);
  await refusePulledStore(store, address);
  return store;
}

function readDays(value: string): number {
  const days = Number(value);
  if (days >= 1) return days;
  throw new Error(
    `--keep-days ${value}: use 1 or more, so that nothing is removed while it is being deployed.`,
  );
}
