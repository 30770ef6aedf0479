import type { ChildProcess } from 'node:child_process';

/** Kills a process and all processes of its group with SIGKILL. Does not wait until they have ended. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
