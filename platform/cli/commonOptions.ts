import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { Option, InvalidArgumentError } from 'commander';
import { nearestFolder } from '../build/packageFolder';
import { directoryOf, isBucket, openStore, previewsBeside } from '../store/openStore';
import type { Store } from '../store/Store';

/** The repository that the command runs in: npm starts each command in the folder of its `package.json`. */
export const repository =
  nearestFolder(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();

/** The directory for the site's data on this machine. */
export const dataDir = resolve(repository, process.env.DATA_DIR || '.local');

export const log = (line: string): void => console.log(line);

export const storeOption = () =>
  new Option('--to <store>', 'a directory, or s3://bucket/prefix').default(
    join(process.env.DATA_DIR || '.local', 'store'),
  );

/**
 * The option `--backend`. An empty value, e.g. of an environment variable, means none.
 *
 * @throws InvalidArgumentError, shown by commander, if the value is not the address of PocketBase
 */
export const backendOption = () =>
  new Option('--backend <url>', 'the URL of PocketBase, which provides the data of pages')
    .env('BACKEND_URL')
    .argParser(readBackend);

function readBackend(value: string): string {
  if (value === '') return value;
  const [scheme = ''] = /^[a-z]+:\/\//i.exec(value) ?? [];
  if (!/^https?:\/\/$/i.test(scheme) || !URL.canParse(value))
    throw new InvalidArgumentError(
      `This is not the address of PocketBase. Write http://${value.replace(scheme, '') || '127.0.0.1:8090'}.`,
    );
  const url = value.replace(/\/+$/, '');
  const [, address] = /^(.*?)\/(?:api|_)(?:\/.*)?$/.exec(url) ?? [];
  if (address !== undefined)
    throw new InvalidArgumentError(
      `This is an address below PocketBase's own, which ends before /api and /_/. Write ${address}.`,
    );
  if (/[?#]/.test(url))
    throw new InvalidArgumentError(`An address has no query. Write ${url.replace(/[?#].*/, '')}.`);
  return url;
}

export const previewsOption = () =>
  new Option(
    '--previews <store>',
    'the store of previews; by default the address of --to followed by -previews',
  );

export const previewHostOption = () =>
  new Option(
    '--preview-host <host>',
    'the host whose subdomains are the previews, e.g. previews.example.net',
  ).env('PREVIEW_HOST');

export const removalsOption = () =>
  new Option('--accept-removals', 'publishes even if most of the projects have been removed');

/** The options of a command that makes a release from builds. */
export const releaseOptions = () => [
  new Option(
    '--artifact <folder...>',
    'uses finished builds, such as studio-remote/dist/production, instead of building',
  ),
  new Option('--check <command>', 'runs a command against the release at BASE_URL, and fails if it fails'),
  storeOption(),
  backendOption(),
  removalsOption(),
];

/** The values of `releaseOptions`. */
export interface ReleaseOptions {
  artifact?: string[];
  check?: string;
  to: string;
  backend?: string;
  acceptRemovals?: true;
}

/** Opens the store at an address. */
export function storeAt(address: string): Promise<Store> {
  return openStore(address, repository);
}

/**
 * Opens the store of previews: the given store, or by default the one beside the live store.
 *
 * @returns undefined if the live store is a whole bucket and no store of previews is given
 */
export async function openPreviewStore(
  to: string,
  previews = previewsBeside(to),
): Promise<Store | undefined> {
  return previews === undefined ? undefined : storeAt(previews);
}

/**
 * Opens the store of previews for a command that requires one. A new directory can be read by its owner only, because the names
 * in it are the secret addresses of the previews.
 *
 * @throws Error with advice if the live store is a whole bucket and no store of previews is given
 */
export async function requirePreviewStore(to: string, previews = previewsBeside(to)): Promise<Store> {
  if (previews === undefined)
    throw new Error(
      `${to} is a whole bucket, and previews must not be inside the live store. Choose another store for them: --previews s3://bucket.`,
    );
  if (!isBucket(previews)) {
    const directory = directoryOf(previews, repository);
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
  }
  return storeAt(previews);
}

/**
 * Reads the port from `PORT`; 3000 by default.
 *
 * @param command the command that listens on it, for the error message
 * @throws Error with advice if the port is invalid or in use
 */
export async function readPort(command: string): Promise<number> {
  const value = process.env.PORT ?? '3000';
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536)
    return pickPort(port, `choose another port: PORT=3001 ${command}`);
  throw new Error(`PORT is "${value}", which is not a port. Use a number from 1 to 65535.`);
}

/**
 * Records the port of `npm start`, for commands in other terminals.
 *
 * @param directory by default `dataDir`
 */
export async function recordPort(port: number, directory = dataDir): Promise<void> {
  await writeFile(join(directory, 'port'), `${port}\n`);
}

/** The port of `npm start`: the one in `PORT`, or the one it was last started with, or 3000. */
export async function portOfStart(directory = dataDir): Promise<number> {
  const recorded = await readFile(join(directory, 'port'), 'utf8').catch(() => '3000');
  return Number(process.env.PORT || recorded);
}

/** The port where `npm start` serves previews: 10 000 above the site's port, or below it if there is no such port. */
export function previewPort(port: number): number {
  return port + 10_000 < 65_536 ? port + 10_000 : port - 10_000;
}

/**
 * The option `--trusted-proxy`: the address or range of proxies that report visitors' addresses (§6). It can be
 * repeated.
 *
 * @throws InvalidArgumentError, shown by commander, if the range is invalid or contains every address
 */
export function trustedProxyOption(): Option {
  return new Option(
    '--trusted-proxy <range>',
    'the address or range of a proxy or CDN whose X-Forwarded-For is trusted; repeat it for several',
  )
    .argParser((range: string, ranges: string[]) => [...ranges, readRange(range)])
    .default([], 'none');
}

function readRange(range: string): string {
  // Excludes zones (%) and IPv4 addresses in IPv6 notation, because servers differ in how they interpret them.
  const [, address = '', prefix] = /^([\d.]+|[\da-f:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? [];
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (!longest || Number(prefix ?? longest) > longest) {
    throw new InvalidArgumentError(
      'This is neither an address nor a range. Write 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.',
    );
  }
  if (Number(prefix ?? longest) === 0) {
    throw new InvalidArgumentError(
      'This matches every address, so any visitor could fake an address. Name your own proxies.',
    );
  }
  return range;
}
