import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { median } from './median';

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

/**
 * How long a process, and its children that have ended, have been at work on a processor, in milliseconds. Linux
 * alone tells.
 */
export function workTime(pid: number): number {
  const [, text = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return text
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
}

export const MEMORY_COLUMNS = ['at first', '1st quarter', '2nd', '3rd', '4th', 'at most'];

/** How memory developed, from samples in bytes: the first, the median of each quarter, and the maximum, in MB. */
export function describeMemory(samples: number[]): string[] {
  const quarters = [0, 1, 2, 3].map((quarter) =>
    median(samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4)),
  );
  return [samples[0] ?? NaN, ...quarters, Math.max(...samples)].map(megabytes);
}
