import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** Who is deploying, for the history: git's user, or else the operating system's. */
export function operatorName(): string {
  const git = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8', timeout: 5000 });
  return (git.error ? '' : git.stdout.trim()) || userInfo().username;
}
