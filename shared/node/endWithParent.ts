import { spawnSync } from 'node:child_process';

let isSupported: boolean | undefined;

/**
 * A shell script that runs the command only if the parent process is still alive. If the parent has ended, the kernel would
 * never send the signal that ends the command.
 */
const UNLESS_ORPHANED = '[ "$PPID" = "$0" ] || exit 1; unset PWD; exec "$@"';

/**
 * Wraps a command so that the command ends when the current process ends, even if the current process is killed. Works only
 * on Linux with util-linux. On other systems, returns the command unchanged.
 *
 * @param signal the signal that the command then receives. On SIGTERM, the command can shut down cleanly
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
