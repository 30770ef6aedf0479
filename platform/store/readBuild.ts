import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildSource } from '@site/shared/contract';
import { type BuildDescription, MANIFEST, MAPS } from '../build/BuildDescription';
import { computeIntegrity } from '../build/computeIntegrity';
import type { BuildOrigin } from '../build/readOrigin';
import { sha256 } from '../build/sha256';
import { forEachParallel } from './forEachParallel';
import { parseDescription, parseBuild, parseSource } from './parseDescription';
import type { Store } from './Store';

export interface LoadedBuild {
  description: BuildDescription;
  /** The JavaScript of the server bundle. */
  server: string;
  /** Commit, build time and Node version; absent if the build has no valid `origin.json`. */
  origin?: BuildSource;
  /** The hash of the build's sources (see `hashInputs`). Set only if the build was read from disk. */
  inputs?: string;
  /** The source maps of the scripts (see `keepMaps`). Set only if the build was read from disk; absent in old builds. */
  maps?: Buffer;
  /** The browser files that were loaded, keyed by their path within the build's `browser/` folder. */
  files: Map<string, Buffer>;
}

export class DamagedBuildError extends Error {
  constructor(
    readonly key: string,
    readonly problem: 'is missing' | 'has been altered',
  ) {
    const what = problem === 'is missing' ? 'is missing from' : 'has been altered in';
    super(`${key} ${what} the store. ${howToRestore(key)}`);
  }
}

/** Returns advice on how to restore the build that a key under `builds/` or `assets/` belongs to. */
export function howToRestore(key: string): string {
  const [, app, version] = key.split('/');
  return `Restore the build from its commit: npm run deploy -- ${app} ${app}@${version}`;
}

/** @param build the build's name, `<app>/<version>` */
export function descriptionKey(build: string): string {
  return `builds/${build}/build.json`;
}

/** @param build the build's name, `<app>/<version>` */
export function mapsKey(build: string): string {
  return `builds/${build}/${MAPS}`;
}

/**
 * Reads a build from disk, and checks that it is complete and unaltered.
 *
 * @param directory the folder that contains `build.json`
 * @throws Error if there is no build, or if a file is missing or altered
 */
export async function readBuild(directory: string): Promise<LoadedBuild> {
  const content = await readFile(join(directory, 'build.json')).catch(() => {
    throw new Error(`There is no build in ${directory}. Build the app first: npm run build -w <app>.`);
  });
  const description = parseDescription(content);
  if (!description) throw new Error(`build.json in ${directory} is invalid. Build the app again.`);
  const { app } = description;
  const server = await readBuilt('server', 'server.cjs');
  assertUnaltered('server.cjs', description.serverHash, sha256(server));
  const files = new Map<string, Buffer>();
  for (const [name, { integrity }] of Object.entries(description.files)) {
    const content = await readBuilt('browser', name);
    assertUnaltered(name, integrity, computeIntegrity(content));
    files.set(name, content);
  }
  const maps = await readFile(join(directory, 'server', MAPS)).catch(() => undefined);
  const loaded = { description, server: server.toString(), files, ...(maps && { maps }) };
  const text = await readFile(join(directory, 'server/origin.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return loaded;
  const { inputs, ...origin } = JSON.parse(text) as BuildOrigin;
  return { ...loaded, origin, inputs };

  function readBuilt(folder: string, name: string): Promise<Buffer> {
    return readFile(join(directory, folder, name)).catch((cause: unknown) => {
      throw new Error(`${name} of ${app} is missing. Build the app again.`, { cause });
    });
  }

  function assertUnaltered(name: string, expected: string, actual: string): void {
    if (expected === actual) return;
    throw new Error(`${name} of ${app} has changed since it was built. Build the app again.`);
  }
}

/**
 * Loads a build from the store.
 *
 * @param needs selects the browser files to load, by name; by default, those that are needed to make a release
 * @throws DamagedBuildError if one of the files to load is missing or has been altered
 */
export async function loadBuild(
  store: Store,
  app: string,
  version: string,
  needs = (name: string) => name.endsWith('.css') || name === 'favicon.ico' || name === MANIFEST,
): Promise<LoadedBuild> {
  const build = `${app}/${version}`;
  /** @param parse returns the parsed content, or a falsy value if the content has been altered */
  const read = async <Result>(key: string, parse: (content: Buffer) => Result | undefined | false) => {
    const content = await store.read(key);
    if (!content) throw new DamagedBuildError(key, 'is missing');
    const result = parse(content);
    if (!result) throw new DamagedBuildError(key, 'has been altered');
    return result;
  };
  const description = await read(descriptionKey(build), (content) => parseBuild(build, content));
  const server = await read(
    `builds/${build}/server.cjs`,
    (content) => sha256(content) === description.serverHash && content,
  );
  const files = new Map<string, Buffer>();
  const needed = Object.entries(description.files).filter(([name]) => needs(name));
  await forEachParallel(needed, async ([name, { integrity }]) => {
    const key = `assets/${build}/${name}`;
    files.set(name, await read(key, (content) => computeIntegrity(content) === integrity && content));
  });
  const source = await store.read(`builds/${build}/origin.json`);
  const origin = source && parseSource(source);
  return {
    description,
    ...(origin && { origin }),
    server: server.toString(),
    files,
  };
}
