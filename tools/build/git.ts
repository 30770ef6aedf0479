import { execFileSync } from 'node:child_process';

/**
 * Asks git about a checkout, for ten seconds at most.
 *
 * @returns undefined where there is no git, no repository, or not what is asked for
 */
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
