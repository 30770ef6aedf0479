import * as v from 'valibot';
import type { Store } from '../store/Store';
import { parseJson } from '../store/parseDescription';

export const KEPT_DAYS = 30;

/** The maximum number of error kinds that are kept for each build. */
export const MAX_KINDS = 20;

/**
 * Once a file has figures for this many builds, only live builds can be added. This limit helps to keep a file below 300 KB.
 */
export const MAX_BUILDS = 20;

/** The maximum number of routes whose loads are counted for each build. */
export const MAX_ROUTES = 20;

/** The vitals that pages report, in the order in which they are shown. */
export const VITALS = ['lcp', 'inp', 'cls'] as const;
export type Vital = (typeof VITALS)[number];

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.record(v.string(), count);

/** A kind of error. `loads` is the number of page loads in which it occurred. */
const errorKind = v.object({
  name: v.string(),
  /** The script's path within the build. */
  script: v.string(),
  line: count,
  column: count,
  loads: count,
  /** The route of the page that first reported the error; absent if that report named no known route. */
  route: v.exactOptional(v.string()),
});
export type ErrorKind = v.InferOutput<typeof errorKind>;

const buildFigures = v.object({
  /** The number of reported page loads that used this build. */
  loads: count,
  /** The number of reported page loads in which this build threw an uncaught error. */
  failing: count,
  routes: counts,
  /** The number of reported page loads for each type of navigation, such as `reload`. */
  how: counts,
  /** The number of failures in each phase, such as `hydration`. */
  failures: counts,
  /**
   * For each bucket of values (see `findBucket`), the number of loads whose LCP is in it. `inp` and `cls` are counted in
   * the same way.
   */
  lcp: counts,
  inp: counts,
  cls: counts,
  errors: v.array(errorKind),
});
export type BuildFigures = v.InferOutput<typeof buildFigures>;

/**
 * What one server process counted on one day. The keys are builds (`<app>/<version>`). The key of the file itself in the
 * store is `<day>/<process>.json`.
 */
const fieldFile = v.record(v.string(), buildFigures);
export type FieldFile = v.InferOutput<typeof fieldFile>;

export function noFigures(): BuildFigures {
  return { loads: 0, failing: 0, routes: {}, how: {}, failures: {}, lcp: {}, inp: {}, cls: {}, errors: [] };
}

/** Returns the key of a process's file for one day. @param day in the format `2026-11-29` */
export function fileKey(day: string, process: string): string {
  return `${day}/${process}.json`;
}

/** Lists the days for which a store has figures, oldest first. */
export async function listDays(store: Store): Promise<string[]> {
  return (await store.list('')).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();
}

/** Reads a file of figures. @returns undefined if the file does not exist or is damaged */
export async function readFile(store: Store, key: string): Promise<FieldFile | undefined> {
  const content = await store.read(key);
  try {
    return content && v.parse(fieldFile, parseJson(content));
  } catch {
    return undefined;
  }
}

/**
 * The ratio between the upper limits of consecutive buckets. A bucket's upper limit exceeds the values in it by at most
 * 10 %.
 */
const GROWTH = 1.1;

/** The largest value that is counted: ten minutes, in milliseconds. Any larger value is counted as this one. */
const LARGEST = 600_000;

/** Returns the number of the bucket that contains a value. @param value in milliseconds; for `cls`, in thousandths */
function findBucket(value: number): number {
  return value <= 1 ? 0 : Math.ceil(Math.log(Math.min(value, LARGEST)) / Math.log(GROWTH));
}

const getScale = (vital: Vital) => (vital === 'cls' ? 1000 : 1);

/** Adds one page load's value of a vital to the figures. @param value in milliseconds; for `cls`, the layout shift score */
export function addValue(figures: BuildFigures, vital: Vital, value: number): void {
  add(figures[vital], String(findBucket(value * getScale(vital))), 1);
}

/** Returns a vital's 75th percentile, overestimated by at most 10 %; undefined if no page load has a value. */
export function percentile75(figures: BuildFigures, vital: Vital): number | undefined {
  const buckets = Object.entries(figures[vital])
    .map(([bucket, loads]) => ({ bucket: Number(bucket), loads }))
    .sort((one, other) => one.bucket - other.bucket);
  const total = buckets.reduce((sum, { loads }) => sum + loads, 0);
  let below = 0;
  for (const { bucket, loads } of buckets) {
    below += loads;
    if (below >= total * 0.75) return bucket === 0 ? 0 : GROWTH ** bucket / getScale(vital);
  }
  return undefined;
}

/** Adds figures to `sum`. `addKind` limits the number of error kinds. */
export function addFigures(sum: BuildFigures, { errors, loads, failing, ...others }: BuildFigures): void {
  sum.loads += loads;
  sum.failing += failing;
  for (const [table, values] of Object.entries(others))
    for (const [name, value] of Object.entries(values)) add(sum[table as keyof typeof others], name, value);
  for (const kind of errors) addKind(sum, kind);
}

/**
 * Adds a kind of error to the figures. If they already contain it, only its loads are added. If they already contain
 * `MAX_KINDS` other kinds, the new kind replaces the rarest one, unless the rarest one has more loads.
 */
export function addKind({ errors }: BuildFigures, kind: ErrorKind): void {
  const { name, script, line, column } = kind;
  const known = errors.find(
    (one) => one.name === name && one.script === script && one.line === line && one.column === column,
  );
  if (known) known.loads += kind.loads;
  else if (errors.length < MAX_KINDS) errors.push({ ...kind });
  else {
    const rarest = errors.reduce((one, other) => (other.loads < one.loads ? other : one));
    if (rarest.loads <= kind.loads) errors.splice(errors.indexOf(rarest), 1, { ...kind });
  }
}

export function add(table: Record<string, number>, name: string, value: number): void {
  table[name] = (table[name] ?? 0) + value;
}
