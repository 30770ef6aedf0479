import { execFileSync } from 'node:child_process';
import { median } from '../median';
import type { Report } from '../Measurement';

/** More than this from the second quarter of the samples to the last one is growth. */
const GROWTH = 1.1;

interface Sampled {
  /** The program, e.g. `serve.ts`. */
  program: string;
  /** Over what, e.g. `500 edits`. */
  wanted: string;
  /** What was reached of that, e.g. `480 edits`. */
  reached: string;
  /** About the samples. */
  note: string;
  /** Resident sets, bytes, in their order. */
  samples: number[];
}

/** Whether a program's memory stays flat: the medians of each quarter of the samples. */
export function memoryReport({ program, wanted, reached, note, samples }: Sampled): Report {
  const quarters = [0, 1, 2, 3].map((quarter) =>
    median(samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4)),
  );
  const [, second = NaN, , last = NaN] = quarters;
  const figures = [samples[0] ?? NaN, ...quarters, Math.max(...samples)];
  return {
    tables: [
      {
        title: `Memory of \`${program}\` over ${reached}`,
        note: `Resident set, ${samples.length} samples, MB; ${note}.`,
        columns: ['at start', '1st quarter', '2nd', '3rd', '4th', 'highest'],
        rows: [figures.map((bytes) => (bytes / 1e6).toFixed(0))],
      },
    ],
    targets: [
      {
        name: `Memory of \`${program}\``,
        wanted: `flat over ${wanted}: the last quarter at most ${GROWTH} × the second`,
        measured: `${(last / second).toFixed(2)} × over ${reached}`,
        isMet: last <= GROWTH * second && reached === wanted,
      },
    ],
  };
}

/** The resident set of a process, bytes. */
export function readMemory(pid: number | undefined): number {
  return 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
