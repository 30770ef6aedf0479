import { spawnSync } from 'node:child_process';

let isKnown: boolean | undefined;

/**
 * A command whose process is ended by the system when the process that starts it ends, however that happens. Where the
 * system cannot do it (it takes Linux with util-linux), the command as it is.
 *
 * @param signal what it gets: SIGTERM for what has to end in order
 */
export function boundToParent(
  command: string,
  words: string[],
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): [command: string, words: string[]] {
  isKnown ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { timeout: 10_000 }).status === 0;
  return isKnown ? ['setpriv', ['--pdeathsig', signal.slice(3), command, ...words]] : [command, words];
}
