import { spawnSync } from 'node:child_process';

/**
 * Runs git in a checkout, with a time limit of ten seconds. Variables such as `GIT_DIR`, which git sets for its hooks, do not
 * reach it: they would make it read another repository. Configuration does (`GIT_CONFIG_COUNT`). If git refuses the checkout, a warning says why.
 *
 * @returns its output; undefined if git is not installed or fails
 */
export function git(repository: string, ...words: string[]): string | undefined {
  const outside = Object.entries(process.env).filter(([name]) => !/^GIT_(?!CONFIG_)/.test(name));
  const { status, stdout, stderr } = spawnSync('git', words, {
    cwd: repository,
    encoding: 'utf8',
    // Without this, git's messages would be in the user's language.
    env: { ...Object.fromEntries(outside), LC_ALL: 'C' },
    timeout: 10_000,
  });
  if (status === 0) return stdout.trim();
  if (status === 128 && !stderr.includes('not a git repository'))
    console.warn(`git ${words.join(' ')} in ${repository}: ${stderr.trim()}`);
  return undefined;
}
