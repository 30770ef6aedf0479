import { execFileSync } from 'node:child_process';

/**
 * Runs git in a checkout, with a time limit of ten seconds.
 *
 * @returns its output; undefined if git is not installed or fails
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
