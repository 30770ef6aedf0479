import { spawnSync } from 'node:child_process';

let isKnown: boolean | undefined;

/** Exits at once if the parent has ended before the death signal was registered. */
const UNLESS_ORPHANED = '[ "$PPID" = "$0" ] || exit 1; unset PWD; exec "$@"';

/**
 * Wraps a command so that the system ends its process when the starting process ends, for whatever reason. This requires
 * Linux with util-linux. Elsewhere the command is returned unchanged.
 *
 * @param signal the signal that the process gets: SIGTERM for a program that must shut down in order
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
