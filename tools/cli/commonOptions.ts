import { join, resolve } from 'node:path';
import { Option } from 'commander';
import type { Store } from '../store/Store';
import { openStore } from '../store/openStore';

/** The checkout that the command runs in. */
export const repository = resolve(import.meta.dirname, '../..');

/** Where the site keeps what it writes on this machine. */
export const dataDir = resolve(repository, process.env.DATA_DIR || '.local');

export const log = (line: string): void => console.log(line);

export const storeOption = () =>
  new Option('--to <store>', 'a directory, or s3://bucket/prefix').default(
    join(process.env.DATA_DIR || '.local', 'store'),
  );

export const backendOption = () =>
  new Option('--backend <url>', 'where PocketBase listens, for what fills pages').env('BACKEND_URL');

export const dryRunOption = () => new Option('--dry-run', 'only says what would happen');

/** The options by which a command tells a file, in Markdown, what it has changed. */
export const summaryOptions = () => [
  new Option('--summary <file>', 'adds to a file, in Markdown: apps, commits, bytes against before'),
  new Option('--site <url>', 'where the site is read, for the address in the summary'),
];

export const removalsOption = () =>
  new Option('--accept-removals', 'publishes also what takes most of the projects away');

/** The options of a command that makes a release of builds. */
export const releaseOptions = () => [
  new Option(
    '--artifact <folder...>',
    'takes builds that are ready, such as studio-remote/dist/production, as they are',
  ),
  new Option('--check <command>', 'fails unless the command succeeds, with the release at BASE_URL'),
  storeOption(),
  backendOption(),
  dryRunOption(),
  ...summaryOptions(),
];

/** What they say. */
export interface ReleaseOptions {
  artifact?: string[];
  check?: string;
  to: string;
  backend?: string;
  dryRun?: boolean;
  summary?: string;
  site?: string;
}

/** The store that a command is told of. */
export function storeAt(address: string): Promise<Store> {
  return openStore(address, repository);
}
