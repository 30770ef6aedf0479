import { spawnSync } from 'node:child_process';

let isSupported: boolean | undefined;

/**
 * A script for `sh` that runs a command only if the parent process is still alive. If the parent had already ended, the
 * kernel would never send the signal that ends the command.
 */
const UNLESS_ORPHANED = '[ "$PPID" = "$0" ] || exit 1; unset PWD; exec "$@"';

/**
 * Wraps a command so that the command ends when the current process ends, even if the current process is killed. Works only
 * on Linux with util-linux. On other systems, returns the command unchanged.
 *
 * @param signal the signal that ends the command. SIGTERM lets the command shut down cleanly
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
