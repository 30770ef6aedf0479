import type { Store } from '../store/Store';
import { addFigures, listDays, noFigures, readFile, type BuildFigures } from './FieldFile';

/** One day's figures from all processes, added up for each build (`<app>/<version>`). */
export type DayFigures = ReadonlyMap<string, BuildFigures>;

/**
 * Reads the figures of all stored days. Damaged files are ignored.
 *
 * @param ended a cache for the days before `today` whose figures no longer change
 * @returns the figures by day, oldest first
 */
export async function readDays(
  store: Store,
  ended = new Map<string, DayFigures>(),
  today = '',
): Promise<Map<string, DayFigures>> {
  const days = new Map<string, DayFigures>();
  const stored = await listDays(store);
  // The last day before today is not cached yet, because another process may still write its final figures for that day.
  const settled = stored.filter((day) => day < today).slice(0, -1);
  for (const day of stored) {
    const figures = ended.get(day) ?? (await readDay(store, day));
    days.set(day, figures);
    if (settled.includes(day)) ended.set(day, figures);
  }
  for (const day of ended.keys()) if (!days.has(day)) ended.delete(day);
  return days;
}

async function readDay(store: Store, day: string): Promise<DayFigures> {
  const sums = new Map<string, BuildFigures>();
  for (const name of await store.list(`${day}/`))
    addBuilds(sums, Object.entries((await readFile(store, `${day}/${name}`)) ?? {}));

  return sums;
}

export function sumDays(days: ReadonlyMap<string, DayFigures>): DayFigures {
  const sums = new Map<string, BuildFigures>();
  for (const builds of days.values()) addBuilds(sums, builds);
  return sums;
}

function addBuilds(sums: Map<string, BuildFigures>, builds: Iterable<[string, BuildFigures]>): void {
  for (const [build, figures] of builds) {
    const sum = sums.get(build) ?? noFigures();
    addFigures(sum, figures);
    sums.set(build, sum);
  }
}
