import { execFileSync } from 'node:child_process';
import type { BuildOrigin } from './BuildOrigin';
import { hashInputs } from './hashInputs';

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

/** @returns undefined where there is no git, no repository, or not what is asked for */
export function git(repository: string, ...words: string[]): string | undefined {
  try {
    const options = {
      cwd: repository,
      encoding: 'utf8' as const,
      stdio: ['ignore' as const, 'pipe' as const, 'ignore' as const],
      timeout: 10_000,
    };
    return execFileSync('git', words, options).trim();
  } catch {
    return undefined;
  }
}
