import type { ChildProcess } from 'node:child_process';

/** Kills a process and all its descendants in the same process group, without waiting until they have ended. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
