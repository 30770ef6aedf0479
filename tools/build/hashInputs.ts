import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files beside the folders that every build reads. */
const ROOT_FILES = ['package-lock.json', 'tsconfig.json', 'webpack.common.ts'];

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
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return [];
    return entry.isDirectory() ? sourceFiles(path) : path;
  });
}
