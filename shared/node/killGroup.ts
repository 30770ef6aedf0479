import type { ChildProcess } from 'node:child_process';

/** Sends SIGKILL to the process group of a child process. Does not wait until the processes have ended. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
