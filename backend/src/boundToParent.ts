import { spawnSync } from 'node:child_process';

let isKnown: boolean | undefined;

/** Ends at once if the parent is gone by the time the system knows that the command is to end with it. */
const UNLESS_ORPHANED = '[ "$PPID" = "$0" ] || exit 1; unset PWD; exec "$@"';

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
  if (!isKnown) return [command, words];
  const guarded = ['sh', '-c', UNLESS_ORPHANED, String(process.pid), command, ...words];
  return ['setpriv', ['--pdeathsig', signal.slice(3), ...guarded]];
}
