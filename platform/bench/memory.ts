import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** Returns the resident memory of a process and its descendants, in bytes; 0 if the process has ended. */
export async function readMemory(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,rss=']);
  const processes = [...stdout.matchAll(/(\d+) +(\d+) +(\d+)/g)].map(([, id, parent, kilobytes]) => ({
    id: Number(id),
    parent: Number(parent),
    bytes: 1024 * Number(kilobytes),
  }));
  const readMemory = (root: number | undefined): number => {
    let sum = 0;
    for (const { id, parent, bytes } of processes) {
      if (id === root) sum += bytes;
      else if (parent === root) sum += readMemory(id);
    }
    return sum;
  };
  return readMemory(pid);
}

export const MEMORY_COLUMNS = ['at first MB', 'at the end', 'at most'];

/**
 * Formats memory readings for `MEMORY_COLUMNS`: the first, the last and the largest, in MB.
 *
 * @param samples the readings, in bytes
 */
export function describeMemory(samples: number[]): string[] {
  return [samples[0] ?? NaN, samples.at(-1) ?? NaN, Math.max(...samples)].map(megabytes);
}
