import { join } from 'node:path';
import { site } from '@site/shared/site';
import { Command, InvalidArgumentError, Option } from 'commander';
import { buildApps } from '../build/buildApps';
import { rollback } from '../release/deploy';
import { prune } from '../release/prune';
import { endOldPreviews } from '../release/removePreview';
import { deployApps } from './deployApps';
import { failIfIncomplete } from './failIfIncomplete';
import { openStoreAt } from './openStoreAt';
import { previewApps } from './previewApps';
import { openBeside } from './openBeside';
import { readBackendUrl } from './readBackendUrl';
import { readProxyRange } from './readProxyRange';
import { readStoreAddress } from './readStoreAddress';
import { dataDir, log, repository } from './repository';
import { serveSite } from './serveSite';
import { showReleases } from './showReleases';
import { watchBackend } from './watchBackend';

// The options validate their values during parsing, so that a command with an invalid value changes nothing.

/** Defines `npm run deploy` and its subcommands. */
export function commands(): Command {
  return new Command('deploy')
    .usage('<app...> | <command> [options]')
    .description('Deploys builds as releases of the whole site, and rolls them back.')
    .showHelpAfterError('See npm run deploy -- --help.')
    .addCommand(deployCommand(), { isDefault: true })
    .addCommand(previewCommand())
    .addCommand(rollbackCommand())
    .addCommand(releasesCommand())
    .addCommand(watchCommand())
    .addCommand(serveCommand())
    .addCommand(pruneCommand())
    .addHelpText(
      'after',
      `
Examples:
  npm run deploy -- shell <remote> <remote>              the first release
  npm run deploy -- studio-remote                        only one team's app
  npm run deploy -- studio-remote --check 'npm run smoke'
  npm run deploy -- studio-remote@1a2b                   a build in the store
  npm run deploy -- --without studio-remote              removes an app with all its pages
  npm run deploy -- --repair                             restores lost files of the live release
  npm run deploy -- rollback studio-remote               back to its previous build
  npm run deploy -- releases                             who deployed what, when, and how it did
  npm run deploy -- releases --errors studio-remote      which errors visitors met
  npm run deploy -- preview studio-remote --name pr-12   preview it
  npm run deploy -- preview --remove pr-12
  npm run deploy -- prune --keep-days 30
  npm run deploy -- studio-remote --to s3://bucket/site  to a bucket, configured by AWS_* variables
  npm run deploy -- watch --backend http://127.0.0.1:8090
  npm run deploy -- serve --backend http://127.0.0.1:8090
  npm run deploy -- serve --previews --preview-host previews.example.net`,
    );
}

function deployCommand(): Command {
  return new Command('apps')
    .description('builds apps and deploys them; you can omit the word apps')
    .argument('[app...]', 'an app to build, e.g. studio-remote, or a stored build: studio-remote@1a2b')
    .option('--without <app>', 'removes an app with all its pages from the site; its builds remain')
    .option('--repair', 'reads all live files, and makes missing and altered ones again')
    .addOption(buildOption())
    .addOption(checkOption())
    .option(
      '--wait-for-errors',
      'waits two minutes for new errors of the builds, and says how to undo the deployment',
    )
    .addOption(fieldOption())
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(removalsOption())
    .action(deployApps);
}

function previewCommand(): Command {
  return new Command('preview')
    .description('shows what a deployment would make live, at a secret address')
    .argument('[app...]', 'apps to build and preview together')
    .option(
      '--name <name>',
      'its name, e.g. pr-12, by default those of its apps; replaces a preview with this name, at the same address',
    )
    .option('--remove <preview>', 'removes the preview with this name')
    .addOption(buildOption())
    .addOption(checkOption())
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(previewsOption())
    .addOption(previewHostOption())
    .addOption(removalsOption())
    .action(previewApps);
}

function rollbackCommand(): Command {
  return new Command('rollback')
    .description('makes the previous build of one app live; repeat it to go further back')
    .argument('<app>', 'the app')
    .argument('[version]', 'a build, or its first characters; by default the one that was live before')
    .addOption(storeOption())
    .action(async (app: string, version: string | undefined, { to }: { to: string }) => {
      const release = await rollback({ store: await openStoreAt(to), app, version, log });
      failIfIncomplete(release, [app]);
    });
}

function releasesCommand(): Command {
  return new Command('releases')
    .description('lists who deployed what and when, or describes one release')
    .argument('[release]', 'the number or the id of the release to describe')
    .addOption(storeOption())
    .addOption(previewsOption())
    .addOption(previewHostOption())
    .addOption(fieldOption())
    .option(
      '--errors <app>',
      'lists the errors that pages of an app have reported, with their places in the sources',
    )
    .option('--json', 'prints the list as JSON')
    .action(showReleases);
}

function watchCommand(): Command {
  return new Command('watch')
    .description('keeps the pages up to date with the backend, until it is stopped')
    .addOption(storeOption())
    .addOption(backendOption().makeOptionMandatory())
    .addOption(removalsOption())
    .addOption(draftsOption())
    .option('--once', 'updates the pages once and exits')
    .action(watchBackend);
}

function serveCommand(): Command {
  return new Command('serve')
    .description('serves the site until it is stopped; PORT is its port')
    .addOption(storeOption())
    .addOption(backendOption())
    .addOption(trustedProxyOption())
    .option('--listen <address>', 'the address to listen on', readListen, '127.0.0.1')
    .option('--cache <directory>', 'the directory that buckets are copied into', join(dataDir, 'mirror'))
    .option(
      '--foreign-host <origin>',
      'another site that may show the remotes, e.g. https://www.example.org; repeat it for several',
      (origin: string, origins: string[]) => [...origins, origin],
      [] as string[],
    )
    .addOption(
      new Option(
        '--previews [store]',
        'serves the previews instead of the live site; by default those in the store at the address of --to followed by -previews',
      ).argParser(readStoreAddress),
    )
    .addOption(draftsOption())
    .addOption(previewHostOption())
    .addOption(
      new Option(
        '--field [store]',
        'counts what pages report when they are left; by default in the store at the address of --to followed by -field',
      ).argParser(readStoreAddress),
    )
    .option('--live-site <origin>', 'the live site, which has the pages that a preview lacks', site.origin)
    .action(serveSite);
}

interface PruneValues {
  to: string;
  previews?: string;
  keepDays: number;
  now?: true;
  dryRun?: boolean;
}

function pruneCommand(): Command {
  return new Command('prune')
    .description(
      'removes releases that have not been live for a while, the builds that only they used, and old previews',
    )
    .addOption(storeOption())
    .addOption(previewsOption())
    .option('--keep-days <days>', 'how many days a release is kept after it was last live', readDays, 30)
    .option(
      '--now',
      'removes what the live release does not show as soon as it is an hour old; builds are kept',
    )
    .option('--dry-run', 'only shows what would happen')
    .action(async ({ to, previews: named, keepDays, now, dryRun = false }: PruneValues) => {
      await prune({ store: await openStoreAt(to), keepDays, atOnce: now, dryRun, log });
      const previews = await openBeside(to, 'previews', named);
      if (previews) await endOldPreviews(previews, log, { dryRun });
    });
}

/** Defines `site build`, which builds the apps of a repository for production. */
export function buildCommand(): Command {
  return new Command('site build')
    .description('Builds apps for production, if their sources have changed since their last build.')
    .argument('[app...]', 'the apps to build; by default all apps of the repository')
    .showHelpAfterError('See site build --help.')
    .action(async (apps: string[]) => {
      const folders = await buildApps({ repository, ...(apps.length > 0 && { apps }), log });
      for (const folder of folders) log(folder);
    });
}

/** Defines the options of `npm start`, which runs the whole site on this machine. */
export function startProgram(): Command {
  return new Command('npm start --').addOption(trustedProxyOption()).addOption(removalsOption());
}

function storeOption(): Option {
  return new Option('--to <store>', 'a directory, or s3://bucket/prefix')
    .argParser(readStoreAddress)
    .default(join(process.env.DATA_DIR || '.local', 'store'));
}

function backendOption(): Option {
  return new Option('--backend <url>', 'the URL of PocketBase, which provides the data of pages')
    .env('BACKEND_URL')
    .argParser(readBackendUrl);
}

function previewsOption(): Option {
  return new Option(
    '--previews <store>',
    'the store of previews; by default the address of --to followed by -previews',
  ).argParser(readStoreAddress);
}

function fieldOption(): Option {
  return new Option(
    '--field <store>',
    'where servers count what pages report; by default the address of --to followed by -field',
  ).argParser(readStoreAddress);
}

function draftsOption(): Option {
  return new Option(
    '--drafts [store]',
    'shows drafts, which the key in DRAFT_KEY reads; by default in the store at the address of --to followed by -drafts',
  ).argParser(readStoreAddress);
}

function previewHostOption(): Option {
  return new Option(
    '--preview-host <host>',
    'the host whose subdomains are the previews, e.g. previews.example.net',
  )
    .env('PREVIEW_HOST')
    .default('localhost');
}

function buildOption(): Option {
  return new Option(
    '--build <folder...>',
    'uses finished builds, such as studio-remote/dist/production, instead of building',
  );
}

function checkOption(): Option {
  return new Option(
    '--check <command>',
    'runs a command against the release at BASE_URL, and fails if it fails',
  );
}

function removalsOption(): Option {
  return new Option('--accept-removals', 'publishes even if most pages of a kind have been removed');
}

function trustedProxyOption(): Option {
  return new Option(
    '--trusted-proxy <range>',
    'the address or range of a proxy or CDN whose X-Forwarded-For is trusted; repeat it for several',
  )
    .argParser((range: string, ranges: string[]) => [...ranges, readProxyRange(range)])
    .default([], 'none');
}

function readDays(value: string): number {
  const days = Number(value);
  if (days >= 1) return days;
  throw new InvalidArgumentError('Use at least 1, so that nothing is removed while it is being deployed.');
}

/** Replaces `localhost` with 127.0.0.1, because on some systems Node would listen only on `::1`. */
function readListen(address: string): string {
  return address === 'localhost' ? '127.0.0.1' : address;
}
