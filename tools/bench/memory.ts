import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Bytes as MB. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** The total resident memory of a process and its descendants. Bytes; 0 if it has ended. */
export async function readMemory(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,rss=']);
  const processes = [...stdout.matchAll(/(\d+) +(\d+) +(\d+)/g)].map((found) => found.slice(1).map(Number));
  const sizeOf = (one: number | undefined): number =>
    processes.reduce((sum, [own, parent, size = 0]) => {
      if (own === one) return sum + 1024 * size;
      return parent === one ? sum + sizeOf(own) : sum;
    }, 0);
  return sizeOf(pid);
}

export const MEMORY_COLUMNS = ['at first MB', 'at the end', 'at most'];

/** Describes the course of memory in MB, from samples in bytes. */
export function describeMemory(samples: number[]): string[] {
  return [samples[0] ?? NaN, samples.at(-1) ?? NaN, Math.max(...samples)].map(megabytes);
}
