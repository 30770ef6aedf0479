import { sha256 } from '../build/sha256';
import { DamagedBuildError } from '../store/readArtifact';
import { BackendError } from './BackendError';
import type { DataHashes } from './composeRelease';
import type { Answers } from './openReading';
import { entryAt, isPattern } from './pageAddress';
import type { Plan } from './plan';
import type { Release } from './Release';
import type { RouteEntries } from './renderer/createRenderer';
import type { ListingFailure } from './renderer/listSources';
import type { Renderers } from './renderer/openRenderers';

/** What fills the pages of a release. */
export interface Data {
  hashes: DataHashes;
  /** By hash, the JSON of what was read now. All other data that is named stands in the store. */
  contents: ReadonlyMap<string, string>;
  /** The apps whose pages keep the data that they have, since they could not be read when somebody tried last. */
  unread: string[];
}

const UNNAMED = 'No backend is named: say where PocketBase listens by --backend.';

/** What was read from the backend. */
export interface Reading {
  data: DataHashes;
  answers: Answers;
  /** Whether these are all answers on which the data depends. */
  isComplete: boolean;
}

export interface ReadOptions {
  /** Where PocketBase listens; without it the data of the live release stays. */
  backendUrl?: string | undefined;
  /** Throws BackendError if the backend is away, instead of keeping the data of the live release. */
  needsBackend?: boolean;
  /** Accepts a reading that takes most of the entries away. */
  acceptRemovals?: boolean | undefined;
  /** Told what the backend has for pages. */
  onRead?: (reading: Reading) => void;
  log: (line: string) => void;
}

/** What came of reading one app. */
interface AppReading {
  app: string;
  /** What the backend was asked for it, and answered; absent if nobody knows. */
  answers?: Answers;
  /** Its entries, as hashes; absent if it could not be read. */
  routes?: DataHashes[string];
  error?: Error;
}

/**
 * The second of five steps: reads the backend once, each app by itself. The data of an app that is not read, or cannot
 * be, stays as it is in the live release.
 *
 * @throws Error if an app that is deployed cannot be read: by its own fault, or because the backend refuses it
 * @throws BackendError with `needsBackend` if the backend is away
 */
export async function read(
  { live, reads, artifacts }: Pick<Plan, 'live' | 'reads' | 'artifacts'>,
  renderers: Renderers,
  options: ReadOptions,
): Promise<Data> {
  const { backendUrl, needsBackend, acceptRemovals, onRead, log } = options;
  const kept = dataOfPages(live);
  const before = live?.unread ?? [];
  const nothing: Data = { hashes: kept, contents: new Map(), unread: before };
  if (!backendUrl) {
    if (needsBackend) throw new BackendError(UNNAMED);
    return nothing;
  }
  const contents = new Map<string, string>();
  const readings: AppReading[] = [];
  for (const app of reads)
    readings.push(await readApp(app, renderers, contents, acceptRemovals ? undefined : kept[app]));
  const away = awayIn(readings);
  if (away) {
    if (needsBackend) throw away;
    log(`The backend cannot be read, so pages keep the data that they have. ${away.message}`);
    return nothing;
  }
  const failed = readings.flatMap(({ app, error }) => (error ? [{ app, error }] : []));
  for (const { app, error } of failed) {
    if (!isAway(error) && artifacts.some(({ artifact }) => artifact.app === app))
      throw new Error(`${app} cannot be deployed, since it cannot be read. ${error.message}`, {
        cause: error,
      });
    log(`${app} cannot be read, so its pages keep the data that they have. ${error.message}`);
  }
  const data: DataHashes = {};
  for (const { app, routes } of readings) if (routes) data[app] = routes;
  onRead?.({ data, ...answersOf(readings) });
  const unread = [...before.filter((app) => !reads.includes(app)), ...failed.map(({ app }) => app)];
  return { hashes: { ...kept, ...data }, contents, unread: unread.sort() };
}

/**
 * @param contents get what was read, by hash
 * @param before the entries that it had, most of which have to stay
 */
async function readApp(
  app: string,
  renderers: Renderers,
  contents: Map<string, string>,
  before: DataHashes[string] = {},
): Promise<AppReading> {
  let answers: Answers | undefined;
  try {
    const listing = await renderers.of(app).list();
    answers = listing.answers;
    if ('failure' in listing) throw asError(listing.failure);
    const routes = hashesOf(listing.routes, contents);
    expectMostStays(before, routes);
    return { app, answers, routes };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return { app, error, ...(answers && { answers }) };
  }
}

/** Why the backend counts as away: no app was answered, and none failed by anything else. */
function awayIn(readings: AppReading[]): Error | undefined {
  const isAnswered = readings.some(({ error, answers = {} }) => !error && Object.keys(answers).length > 0);
  const errors = readings.flatMap(({ error }) => error ?? []);
  return !isAnswered && errors.every(isAway) ? errors[0] : undefined;
}

/** Whether the backend is away, as far as one of its answers can tell: there was none, or it failed by itself. */
function isAway(error: Error): boolean {
  return error instanceof BackendError && (error.status ?? 500) >= 500;
}

/**
 * All that the backend was asked and answered. If apps got different answers to the same question, the first one stays,
 * so that a watcher finds it outdated.
 */
function answersOf(readings: AppReading[]): Pick<Reading, 'answers' | 'isComplete'> {
  const answers = Object.assign({}, ...readings.toReversed().map((one) => one.answers)) as Answers;
  // A damaged build asks nothing until another release has it whole.
  const isKnown = ({ answers, error }: AppReading) => answers || error instanceof DamagedBuildError;
  return { answers, isComplete: readings.every(isKnown) };
}

function asError({ message, status }: ListingFailure): Error {
  return status === undefined ? new Error(message) : new BackendError(message, status || undefined);
}

/** @param contents get what was listed, by hash */
function hashesOf(listed: RouteEntries[], contents: Map<string, string>): DataHashes[string] {
  // An app that no longer reads anything shows no data.
  const routes: DataHashes[string] = {};
  for (const { route, entries } of listed) {
    const known = withoutPrototype();
    for (const [entry, json] of entries) {
      known[entry] = sha256(json);
      contents.set(known[entry], json);
    }
    routes[route] = known;
  }
  return routes;
}

/**
 * The data of a release, as its manifest says: what its pages show, and what the pages that could not be rendered
 * were to show. Empty without a release.
 */
export function dataOfPages(release: Release | undefined): DataHashes {
  const data: DataHashes = {};
  const pages = { ...release?.pages, ...release?.failed };
  for (const [file, { app, path, route = path, data: hash }] of Object.entries(pages)) {
    const known = () => ((data[app] ??= {})[route] ??= withoutPrototype());
    // All pages of a pattern are known, even if there are none.
    if (isPattern(path) && file.endsWith('_.404.html')) known();
    else if (hash !== undefined) known()[entryAt(route, path)] = hash;
  }
  return data;
}

/** An object whose keys can be any entry, `__proto__` among them. */
function withoutPrototype(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

/** A backend that was just set up is empty, too. @throws Error if most of an app's entries are gone */
function expectMostStays(before: DataHashes[string], now: DataHashes[string]): void {
  // The new build may have dropped the pattern: that is no loss in the backend.
  for (const [route, entriesNow] of Object.entries(now)) {
    if (!isPattern(route)) continue;
    const entries = Object.keys(before[route] ?? {});
    const gone = entries.filter((entry) => !(entry in entriesNow));
    if (gone.length <= 2 || gone.length <= entries.length / 2) continue;
    throw new Error(
      `The backend no longer has ${gone.length} of ${entries.length} entries of ${route}. If they are meant to go: npm run deploy -- watch --once --accept-removals. Otherwise restore the backend's data.`,
    );
  }
}
