import type { ChildProcess } from 'node:child_process';

/** Sends SIGKILL to the process group of a child process. Does not wait for the processes to end. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}
