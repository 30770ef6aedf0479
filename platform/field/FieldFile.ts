import * as v from 'valibot';
import type { Store } from '../store/Store';
import { parseJson } from '../store/parseDescription';

export const KEPT_DAYS = 30;

/** The maximum number of kinds of errors that are kept for each build. */
export const MAX_KINDS = 20;

/**
 * A file that has this many builds only accepts further builds if they are live. With the other limits, a file has at
 * most 300 KB.
 */
export const MAX_BUILDS = 20;

/** The maximum number of routes that are counted separately for each build. */
export const MAX_ROUTES = 20;

/** The vitals that pages report, in the order in which they are shown. */
export const VITALS = ['lcp', 'inp', 'cls'] as const;
export type Vital = (typeof VITALS)[number];

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.record(v.string(), count);

/** A kind of error: where it was thrown, and in how many page loads. */
const errorKind = v.object({
  name: v.string(),
  /** The path of the script in the build. */
  script: v.string(),
  line: count,
  column: count,
  loads: count,
  /** The route of the first page that reported this error. */
  route: v.exactOptional(v.string()),
});
export type ErrorKind = v.InferOutput<typeof errorKind>;

const buildFigures = v.object({
  /** The number of page loads with this build that have been reported. */
  loads: count,
  /** In how many of these loads this build threw an uncaught error. */
  failing: count,
  /** Loads by route, and loads by type of navigation, such as `reload`. */
  routes: counts,
  how: counts,
  /** The number of failures by phase, such as `hydration`. */
  failures: counts,
  /** The number of loads by the bucket of the measured value (see `findBucket`). */
  lcp: counts,
  inp: counts,
  cls: counts,
  errors: v.array(errorKind),
});
export type BuildFigures = v.InferOutput<typeof buildFigures>;

/**
 * The figures that one process counted on one day, by build (`<app>/<version>`). The file's key is
 * `<day>/<process>.json`.
 */
const fieldFile = v.record(v.string(), buildFigures);
export type FieldFile = v.InferOutput<typeof fieldFile>;

export function noFigures(): BuildFigures {
  return { loads: 0, failing: 0, routes: {}, how: {}, failures: {}, lcp: {}, inp: {}, cls: {}, errors: [] };
}

/** Returns the key of a file. @param day in the format of `2026-11-29` */
export function fileKey(day: string, process: string): string {
  return `${day}/${process}.json`;
}

/** Lists the days for which a store has figures, oldest first. */
export async function listDays(store: Store): Promise<string[]> {
  return (await store.list('')).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();
}

/** Reads a file of figures; undefined if there is none, or if it is damaged. */
export async function readFile(store: Store, key: string): Promise<FieldFile | undefined> {
  const content = await store.read(key);
  try {
    return content && v.parse(fieldFile, parseJson(content));
  } catch {
    return undefined;
  }
}

/** The limit of each bucket is 1.1 times the previous limit, so a value is at most 10 % below the limit of its bucket. */
const GROWTH = 1.1;

/** The largest value that is distinguished: ten minutes, in milliseconds. */
const LARGEST = 600_000;

/** Returns the bucket of a value. @param value in milliseconds, or in thousandths for layout shifts */
function findBucket(value: number): number {
  return value <= 1 ? 0 : Math.ceil(Math.log(Math.min(value, LARGEST)) / Math.log(GROWTH));
}

const getScale = (vital: Vital) => (vital === 'cls' ? 1000 : 1);

/** Counts a measured value. @param value in milliseconds, or the score of the layout shifts for `cls` */
export function addValue(figures: BuildFigures, vital: Vital, value: number): void {
  add(figures[vital], String(findBucket(value * getScale(vital))), 1);
}

/** Returns the 75th percentile of a vital, at most a tenth too large; undefined if no load has a value. */
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

/** Adds figures to `sum`. Of the kinds of errors, keeps the most frequent ones. */
export function addFigures(sum: BuildFigures, { errors, loads, failing, ...others }: BuildFigures): void {
  sum.loads += loads;
  sum.failing += failing;
  for (const [table, values] of Object.entries(others))
    for (const [name, value] of Object.entries(values)) add(sum[table as keyof typeof others], name, value);
  for (const kind of errors) addKind(sum, kind);
}

/**
 * Counts the loads in which an error occurred. If there are too many kinds, this kind replaces the rarest one, unless
 * that one is more frequent.
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
