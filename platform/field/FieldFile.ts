import * as v from 'valibot';
import type { Store } from '../store/Store';
import { parseJson } from '../store/parseDescription';

/** How many days figures are kept. */
export const KEPT_DAYS = 30;

/** How many kinds of errors are kept of a build. */
export const MAX_KINDS = 20;

/** How many builds one file has, besides the live ones. With the other limits, a file has at most 300 KB. */
export const MAX_BUILDS = 20;

/** How many of a build's routes are counted apart. */
export const MAX_ROUTES = 20;

/** The measurements that pages report, in the order in which they are shown. */
export const VITALS = ['lcp', 'inp', 'cls'] as const;
export type Vital = (typeof VITALS)[number];

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.record(v.string(), count);

/** A kind of error: where it was thrown, and in how many loads. */
const errorKind = v.object({
  name: v.string(),
  /** The script, below the build. */
  script: v.string(),
  line: count,
  column: count,
  loads: count,
  /** The route of the first page that reported it. */
  route: v.exactOptional(v.string()),
});
export type ErrorKind = v.InferOutput<typeof errorKind>;

const buildFigures = v.object({
  /** How many pages that were made of the build have reported. */
  loads: count,
  /** In how many of these loads an error of this build was not caught. */
  failing: count,
  /** Loads by route, and by how the document was navigated to. */
  routes: counts,
  how: counts,
  /** Failures by phase. */
  failures: counts,
  /** How many loads have a value, by the bucket of the value: see `bucketOf`. */
  lcp: counts,
  inp: counts,
  cls: counts,
  errors: v.array(errorKind),
});
export type BuildFigures = v.InferOutput<typeof buildFigures>;

/** The figures of one process and day, by build: `<app>/<version>`. It is stored as `<day>/<process>.json`. */
const fieldFile = v.record(v.string(), buildFigures);
export type FieldFile = v.InferOutput<typeof fieldFile>;

/** The figures of a build that nobody has loaded. */
export function noFigures(): BuildFigures {
  return { loads: 0, failing: 0, routes: {}, how: {}, failures: {}, lcp: {}, inp: {}, cls: {}, errors: [] };
}

/** The key of a file. @param day as in ISO 8601 */
export function fileKey(day: string, process: string): string {
  return `${day}/${process}.json`;
}

/** The days that a store has figures of, oldest first. */
export async function listDays(store: Store): Promise<string[]> {
  return (await store.list('')).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();
}

/** Reads a file; undefined if there is none, or if it is damaged. */
export async function readFile(store: Store, key: string): Promise<FieldFile | undefined> {
  const content = await store.read(key);
  try {
    return content && v.parse(fieldFile, parseJson(content));
  } catch {
    return undefined;
  }
}

/** Buckets grow by a tenth, so a value is at most 10 % less than its bucket says. */
const GROWTH = 1.1;

/** The largest value that is told apart: ten minutes in milliseconds. */
const LARGEST = 600_000;

/** The bucket of a value: a number of milliseconds, or a thousand times a layout shift. */
function bucketOf(value: number): number {
  return value <= 1 ? 0 : Math.ceil(Math.log(Math.min(value, LARGEST)) / Math.log(GROWTH));
}

const scaleOf = (vital: Vital) => (vital === 'cls' ? 1000 : 1);

/** Counts a value of a vital. */
export function addValue(figures: BuildFigures, vital: Vital, value: number): void {
  add(figures[vital], String(bucketOf(value * scaleOf(vital))), 1);
}

/** The 75th percentile of a vital, up to a tenth too large; undefined if no load has a value. */
export function percentile75(figures: BuildFigures, vital: Vital): number | undefined {
  const buckets = Object.entries(figures[vital])
    .map(([bucket, loads]) => ({ bucket: Number(bucket), loads }))
    .sort((one, other) => one.bucket - other.bucket);
  const total = buckets.reduce((sum, { loads }) => sum + loads, 0);
  let below = 0;
  for (const { bucket, loads } of buckets) {
    below += loads;
    if (below >= total * 0.75) return bucket === 0 ? 0 : GROWTH ** bucket / scaleOf(vital);
  }
  return undefined;
}

/** Adds the second figures to the first. Of errors, the most frequent kinds are kept. */
export function addFigures(sum: BuildFigures, { errors, loads, failing, ...others }: BuildFigures): void {
  sum.loads += loads;
  sum.failing += failing;
  for (const [table, values] of Object.entries(others))
    for (const [name, value] of Object.entries(values)) add(sum[table as keyof typeof others], name, value);
  for (const kind of errors) addKind(sum, kind);
}

/** Counts the loads of a kind of error. If there are too many kinds, it replaces the rarest, unless that is less rare. */
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

/** Adds to an entry of a table. */
export function add(table: Record<string, number>, name: string, value: number): void {
  table[name] = (table[name] ?? 0) + value;
}
