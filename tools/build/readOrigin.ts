import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { BuildSource } from '@site/shared/remote';
import { git } from './git';

/** The files beside the folders that every build reads. */
const ROOT_FILES = ['package-lock.json', 'tsconfig.json', 'webpack.common.ts'];

/** What a build writes as `server/origin.json`, beside all that decides its version. */
export interface BuildOrigin extends BuildSource {
  /** See `hashInputs`. */
  inputs: string;
}

/**
 * Where a build that is made now comes from.
 *
 * @param directory the app's folder
 */
export function readOrigin(repository: string, directory: string): BuildOrigin {
  const commit = git(repository, 'rev-parse', 'HEAD');
  const changes = git(repository, 'status', '--porcelain');
  return {
    ...(commit && { commit, clean: changes === '' }),
    builtAt: new Date().toISOString(),
    node: process.version,
    inputs: hashInputs(repository, directory),
  };
}

/**
 * One hash over everything that a build reads: the app, what is compiled into it, the build's own files.
 *
 * @param directory the app's folder
 */
export function hashInputs(repository: string, directory: string): string {
  const hash = createHash('sha256');
  for (const file of listInputs(repository, directory))
    hash.update(relative(repository, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** The files that a build reads, sorted. */
export function listInputs(repository: string, directory: string): string[] {
  return [
    ...sourceFiles(directory),
    ...sourceFiles(join(repository, 'shared')),
    ...sourceFiles(join(repository, 'tools/build')),
    ...ROOT_FILES.map((name) => join(repository, name)),
  ].sort();
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.(?:test|spec)\.tsx?$/.test(entry.name))
      return [];
    return entry.isDirectory() ? sourceFiles(path) : path;
  });
}
