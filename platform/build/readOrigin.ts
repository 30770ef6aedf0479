import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { BuildSource } from '@site/shared/contract';
import { git } from './git';
import { nearestFolder, packageFolder } from './packageFolder';

const PLATFORM = resolve(import.meta.dirname, '..');

/** The content of a build's `server/origin.json`. It does not affect the build's version. */
export interface BuildOrigin extends BuildSource {
  /** A hash of all files that the build reads (see `hashInputs`). */
  inputs: string;
}

interface BuildInput {
  /** The file's name in the hash, e.g. `app/src/routes.tsx`. Unlike `path`, the name is the same on every machine. */
  name: string;
  path: string;
}

/** Describes the origin of a build that is about to start. @param directory the app's folder */
export function readOrigin(directory: string): BuildOrigin {
  const commit = git(directory, 'rev-parse', 'HEAD');
  const changes = git(directory, 'status', '--porcelain');
  return {
    ...(commit && { commit, clean: changes === '' }),
    builtAt: new Date().toISOString(),
    node: process.version,
    inputs: hashInputs(directory),
  };
}

/**
 * Hashes all files that a build reads: the app's sources, `shared`, the code that builds apps, and `package-lock.json`.
 *
 * @param directory the app's folder
 */
export function hashInputs(directory: string): string {
  const hash = createHash('sha256');
  for (const { name, path } of listInputs(directory))
    hash.update(name).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

/** Lists the files that a build reads, sorted by name. @param directory the app's folder */
export function listInputs(directory: string): BuildInput[] {
  const shared = packageFolder('@site/shared', directory);
  const repository = nearestFolder(directory, (folder) => existsSync(join(folder, 'package-lock.json')));
  const named = (name: string, folder: string, paths: string[]): BuildInput[] =>
    paths.map((path) => ({ name: `${name}/${relative(folder, path)}`, path }));
  const inputs = [
    ...named('app', directory, sourceFiles(directory)),
    ...named('shared', shared, sourceFiles(shared)),
    ...named('platform', PLATFORM, sourceFiles(join(PLATFORM, 'build'))),
    ...named('platform', PLATFORM, [
      join(PLATFORM, 'webpack.common.ts'),
      join(PLATFORM, 'tsconfig.base.json'),
    ]),
    ...(repository ? named('repository', repository, [join(repository, 'package-lock.json')]) : []),
  ];
  return inputs.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Folders without sources. Hidden folders, such as `.git`, are always skipped, so they are not listed here. */
const IGNORED_FOLDERS = ['dist', 'node_modules', 'test-results'];

function sourceFiles(directory: string): string[] {
  const files: string[] = [];
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const { name } = entry;
    const isTest = /\.(?:test|spec)\.tsx?$/.test(name);
    if (IGNORED_FOLDERS.includes(name) || name.startsWith('.') || isTest) continue;
    const path = join(directory, name);
    if (entry.isDirectory()) files.push(...sourceFiles(path));
    else files.push(path);
  }
  return files;
}
