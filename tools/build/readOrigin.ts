import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { BuildSource } from '@site/shared/remote';
import { git } from './git';
import { folderAbove, packageFolder } from './packageFolder';

const TOOLS = resolve(import.meta.dirname, '..');

/** What a build writes as `server/origin.json`, beside all that decides its version. */
export interface BuildOrigin extends BuildSource {
  /** See `hashInputs`. */
  inputs: string;
}

/** A file that a build reads. */
interface BuildInput {
  /** The same on every machine. */
  name: string;
  path: string;
}

/**
 * Where a build that is made now comes from.
 *
 * @param directory the app's folder
 */
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
 * One hash over everything that a build reads: the app, what is compiled into it, the build's own files.
 *
 * @param directory the app's folder
 */
export function hashInputs(directory: string): string {
  const hash = createHash('sha256');
  for (const { name, path } of listInputs(directory))
    hash.update(name).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

/** The files that a build reads, sorted by name. @param directory the app's folder */
export function listInputs(directory: string): BuildInput[] {
  const shared = packageFolder('@site/shared', directory);
  const repository = folderAbove(directory, (folder) => existsSync(join(folder, 'package-lock.json')));
  const named = (name: string, folder: string, paths: string[]): BuildInput[] =>
    paths.map((path) => ({ name: `${name}/${relative(folder, path)}`, path }));
  const inputs = [
    ...named('app', directory, sourceFiles(directory)),
    ...named('shared', shared, sourceFiles(shared)),
    ...named('tools', TOOLS, sourceFiles(join(TOOLS, 'build'))),
    ...named('tools', TOOLS, [join(TOOLS, 'webpack.common.ts'), join(TOOLS, 'tsconfig.base.json')]),
    ...(repository ? named('repository', repository, [join(repository, 'package-lock.json')]) : []),
  ];
  return inputs.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What an app's folder has besides its sources, and what begins with a dot, such as `.git`. */
const NO_SOURCES = ['dist', 'node_modules', 'test-results'];

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (NO_SOURCES.includes(name) || name.startsWith('.') || /\.(?:test|spec)\.tsx?$/.test(name)) return [];
    const path = join(directory, name);
    return entry.isDirectory() ? sourceFiles(path) : path;
  });
}
