import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

// `read` fails when the other end of the pipe closes, which the system does however the parent ends.
const WATCH = `while read -r line; do pids=$line; done
kill -TERM $pids 2>/dev/null
for _ in 1 2 3 4 5 6 7 8; do
  alive=
  for pid in $pids; do kill -0 "$pid" 2>/dev/null && alive="$alive $pid"; done
  [ "$alive" ] || exit 0
  pids=$alive
  sleep 1
done
kill -KILL $pids 2>/dev/null`;

/** How long the shell is kept without a child, for the next one. Milliseconds. */
const IDLE = 1000;

/** The children that may not outlive this process. */
const pids = new Set<number>();
let shell: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes sure that a child process does not outlive this one, even if this one is killed at once: a small shell, one
 * for all children, waits for the end of this process, then stops those that are left.
 * @param pid of the child.
 * @returns a function that calls the watch off; to be called when the child has ended, as its pid is then free for
 *   any other program.
 */
export function endWithParent(pid: number): () => void {
  pids.add(pid);
  tell();
  return () => {
    if (pids.delete(pid)) tell();
  };
}

/** Tells the shell which children there are. */
function tell(): void {
  clearTimeout(idle);
  if (pids.size === 0) idle = setTimeout(end, IDLE).unref();
  else shell ??= start();
  shell?.stdin?.write(`${[...pids].join(' ')}\n`);
}

function end(): void {
  shell?.kill('SIGKILL');
  shell = undefined;
}

function start(): ChildProcess {
  // Detached, so that a signal to the whole process group leaves it standing.
  const started = spawn('/bin/sh', ['-c', WATCH, 'end-with-parent', String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const forget = () => {
    if (shell === started) shell = undefined;
  };
  started.on('error', forget).on('exit', forget);
  started.stdin.on('error', () => undefined);
  // The children keep this process, not the shell.
  started.unref();
  (started.stdin as typeof started.stdin & Pick<Socket, 'unref'>).unref();
  return started;
}
