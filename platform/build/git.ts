import { spawnSync } from 'node:child_process';

/**
 * Runs git in a checkout, with a time limit of ten seconds. Variables that git sets for its hooks, such as `GIT_DIR`, are
 * not passed on, because they would make git read another repository. `GIT_CONFIG_*` variables are passed on. If git refuses
 * to read the checkout, a warning says why.
 *
 * @returns git's output; undefined if git is not installed or fails
 */
export function git(repository: string, ...words: string[]): string | undefined {
  const outside = Object.entries(process.env).filter(([name]) => !/^GIT_(?!CONFIG_)/.test(name));
  const { status, stdout, stderr } = spawnSync('git', words, {
    cwd: repository,
    encoding: 'utf8',
    // Keeps git's messages in English, because the code below compares one of them.
    env: { ...Object.fromEntries(outside), LC_ALL: 'C' },
    timeout: 10_000,
  });
  if (status === 0) return stdout.trim();
  if (status === 128 && !stderr.includes('not a git repository'))
    console.warn(`git ${words.join(' ')} in ${repository}: ${stderr.trim()}`);
  return undefined;
}
