import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Bytes as MB. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** The resident sets of a process and of all that it has started, together. Bytes; 0 if it has ended. */
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

/** How memory developed, from samples in bytes, in MB. */
export function describeMemory(samples: number[]): string[] {
  return [samples[0] ?? NaN, samples.at(-1) ?? NaN, Math.max(...samples)].map(megabytes);
}
