import type { ChildProcess } from 'node:child_process';

/** Kills a process that leads a group, and all that it has started. It does not wait for their end. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
