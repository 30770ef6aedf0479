import { spawnSync } from 'node:child_process';

let isSupported: boolean | undefined;

/** A shell script that exits at once if the parent process has already ended. In that case, the kernel sends no signal. */
const UNLESS_ORPHANED = '[ "$PPID" = "$0" ] || exit 1; unset PWD; exec "$@"';

/**
 * Wraps a command so that its process ends when this process ends, even if this process is killed. Requires Linux with
 * util-linux. On other systems, returns the command unchanged.
 *
 * @param signal the signal that ends the process. SIGTERM lets a program shut down cleanly
 */
export function endWithParent(
  command: string,
  args: string[],
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): [command: string, args: string[]] {
  isSupported ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { timeout: 10_000 }).status === 0;
  if (!isSupported) return [command, args];
  const guarded = ['sh', '-c', UNLESS_ORPHANED, String(process.pid), command, ...args];
  return ['setpriv', ['--pdeathsig', signal.slice(3), ...guarded]];
}
