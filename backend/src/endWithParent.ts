import { spawn } from 'node:child_process';

// `read` returns when the other end of the pipe closes, which the system does however the parent ends.
const WATCH = `read -r _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done
kill -KILL "$1" 2>/dev/null`;

/**
 * Makes sure that a child process does not outlive this one, even if this one is killed at once: a small shell waits
 * for the end of this process, then stops the child.
 * @param pid of the child.
 * @returns a function that calls the watch off; to be called when the child has ended, as its pid is then free for
 *   any other program.
 */
export function endWithParent(pid: number): () => void {
  // Detached, so that a signal to the whole process group leaves it standing.
  const watch = spawn('/bin/sh', ['-c', WATCH, 'end-with-parent', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  return () => {
    watch.kill('SIGKILL');
  };
}
