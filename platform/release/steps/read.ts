import { pick } from '@site/shared/node/pick';
import { sha256 } from '../../build/sha256';
import { DamagedBuildError } from '../../store/readBuild';
import { BackendError } from '../BackendError';
import { askAgain } from '../askAgain';
import { collectAnswers, type AppAnswers } from '../collectAnswers';
import type { Answers } from '../openReading';
import { isPattern } from '../../render/pageAddress';
import type { Plan } from './plan';
import type { DataHashes, Release } from '../Release';
import type { RouteEntries } from '../../render/createRenderer';
import type { ListingFailure } from '../../render/listSources';
import type { Renderers } from '../../render/openRenderers';

export interface Data {
  hashes: DataHashes;
  answers: Release['answers'];
  /** The data and answers that were just read, as JSON, by hash. The store has all others. */
  contents: ReadonlyMap<string, string>;
  unread: string[];
}

const NO_BACKEND = 'No backend is given: pass the address of PocketBase with --backend.';

export interface Reading {
  data: DataHashes;
  /** The hashes of the backend's answers, by address. See `Answer`. */
  answers: Record<string, string>;
  /** Whether `answers` contains all answers that the data depends on. */
  isComplete: boolean;
}

export interface ReadOptions {
  /** PocketBase's address; if absent, pages keep the data of the live release. */
  backendUrl?: string | undefined;
  /** Whether to throw a BackendError if the backend is unavailable. By default, pages keep the data of the live release. */
  needsBackend?: boolean;
  /**
   * Whether to accept that the backend has lost most entries of a pattern, e.g. most projects. By default, such data is
   * refused, because the loss may be a mistake.
   */
  acceptRemovals?: boolean | undefined;
  onRead?: (reading: Reading) => void;
  log: (line: string) => void;
}

interface AppReading {
  app: string;
  /** Absent if the app's sources did not run. */
  answers?: Answers;
  /** Absent if the data could not be read. */
  routes?: DataHashes[string];
  error?: Error;
}

/**
 * The second of five steps: reads each app's data from the backend. If an app's data is not read, or cannot be read, the app
 * keeps the data and answers of the live release. This step also repeats the reads that only earlier builds made, because
 * open tabs and rollbacks may still need the answers.
 *
 * @throws Error if a deployed app's data cannot be read although the backend is available
 * @throws BackendError if the backend is unavailable and `needsBackend` is set; or if no backend is given, and a deployed
 *   app reads data that has never been read
 */
export async function read(
  { live, earlier, builds, reads, added }: Pick<Plan, 'live' | 'earlier' | 'builds' | 'reads' | 'added'>,
  renderers: Renderers,
  options: ReadOptions,
): Promise<Data> {
  const { backendUrl, needsBackend, acceptRemovals, onRead, log } = options;
  const apps = builds.map(({ app }) => app);
  const kept = pick(live?.data ?? {}, apps);
  const before = live?.unread ?? [];
  const deployed = added.map(({ description }) => description.app);
  const collect = (read: ReadonlyMap<string, AppAnswers>) =>
    collectAnswers({
      live: live?.answers,
      apps,
      read: new Map([...recallAnswers(deployed, live, earlier.at(-1)), ...read]),
      now: new Date(),
    });
  const unchanged: Data = {
    hashes: kept,
    answers: collect(new Map()),
    contents: new Map(),
    unread: before.filter((app) => apps.includes(app)),
  };
  if (!backendUrl) {
    if (needsBackend) throw new BackendError(NO_BACKEND);
    for (const app of live ? deployed : []) await assertReadable(app, kept, renderers);
    return unchanged;
  }
  const contents = new Map<string, string>();
  const readings: AppReading[] = [];
  for (const app of reads)
    readings.push(await readApp(app, renderers, contents, acceptRemovals ? undefined : kept[app]));
  const outage = outageIn(readings);
  if (outage) {
    if (needsBackend) throw outage;
    log(`The backend cannot be read, so pages keep their current data. ${outage.message}`);
    return unchanged;
  }

  const unread = before.filter((app) => apps.includes(app) && !reads.includes(app));
  const data: DataHashes = {};
  for (const { app, routes, error } of readings) {
    if (routes) data[app] = routes;
    if (!error) continue;
    const isDeployed = deployed.includes(app);
    const advice = error instanceof RemovalError ? ` ${adviceFor(isDeployed)}` : '';
    if (isDeployed && !isOutage(error))
      throw new Error(
        `${app} cannot be deployed, because its data cannot be read. ${error.message}${advice}`,
        {
          cause: error,
        },
      );
    log(`The data of ${app} cannot be read, so its pages keep their current data. ${error.message}${advice}`);
    unread.push(app);
  }
  const read = new Map<string, AppAnswers>();
  for (const { app, answers, error } of readings) if (answers && !error) read.set(app, answersRead(answers));
  const { answers, asked } = await askAgain(backendUrl, collect(read));
  for (const all of [...readings.map((reading) => reading.answers ?? {}), asked])
    for (const { hash, text } of Object.values(all)) if (text !== undefined) contents.set(hash, text);
  onRead?.({ data, ...mergeAnswers(readings, asked) });
  return { hashes: { ...kept, ...data }, answers, contents, unread: unread.sort() };
}

/**
 * Checks that an app can be deployed without a backend.
 *
 * @param kept the data of the live release
 * @throws BackendError if the app reads data, but the live release has none for it. The app's pages would have no data
 */
async function assertReadable(app: string, kept: DataHashes, renderers: Renderers): Promise<void> {
  if (kept[app]) return;
  const listing = await renderers.of(app).list();
  if (!('failure' in listing)) return;
  throw new BackendError(`${app} reads data, and the live site has none for it. ${NO_BACKEND}`);
}

function answersRead(answers: Answers): AppAnswers {
  const read: AppAnswers = {};
  for (const [address, { hash, text, collections = [] }] of Object.entries(answers))
    if (text !== undefined) read[address] = { content: hash, collections };
  return read;
}

/**
 * Returns the answers to the apps' reads, by app, from the earlier release that a rollback goes back to. If the live release
 * has an answer to the same read, returns that newer answer instead. Without an earlier release, returns an empty map.
 */
function recallAnswers(
  apps: string[],
  live: Release | undefined,
  earlier: Release | undefined,
): Map<string, AppAnswers> {
  const recalled = new Map<string, AppAnswers>();
  if (!earlier) return recalled;
  for (const app of apps) {
    const own: AppAnswers = {};
    for (const [address, answer] of Object.entries(earlier.answers))
      if (answer.by.includes(app)) own[address] = live?.answers[address] ?? answer;
    recalled.set(app, own);
  }
  return recalled;
}

/**
 * @param contents receives the JSON that was read, by hash
 * @param before the app's entries in the live release, most of which must remain
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
    const routes = hashData(listing.routes, contents);
    assertMostRemain(before, routes);
    return { app, answers, routes };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return { app, error, ...(answers && { answers }) };
  }
}

/**
 * Returns the error to report if the backend seems to be unavailable: no app got an answer, and no app failed for another
 * reason. Otherwise, returns undefined.
 */
function outageIn(readings: AppReading[]): Error | undefined {
  const isAnswered = readings.some(({ error, answers = {} }) => !error && Object.keys(answers).length > 0);
  const errors = readings.flatMap(({ error }) => error ?? []);
  return !isAnswered && errors.every(isOutage) ? errors[0] : undefined;
}

/** Whether an error suggests that the backend is unavailable, i.e. gave no valid response or reported a server error. */
function isOutage(error: Error): boolean {
  return error instanceof BackendError && (error.status ?? 500) >= 500;
}

/**
 * Merges the backend's answers to all apps. If two apps got different answers to the same request, the first one is kept.
 * The watcher notices the change later.
 */
function mergeAnswers(readings: AppReading[], asked: Answers): Pick<Reading, 'answers' | 'isComplete'> {
  const answers: Record<string, string> = {};
  for (const all of [...readings.map((reading) => reading.answers ?? {}), asked]) {
    for (const [address, { hash }] of Object.entries(all)) answers[address] ??= hash;
  }
  // An app with a damaged build sends no requests, so none of its answers are missing.
  const isKnown = ({ answers, error }: AppReading) => answers || error instanceof DamagedBuildError;
  return { answers, isComplete: readings.every(isKnown) };
}

function asError({ message, status }: ListingFailure): Error {
  return status === undefined ? new Error(message) : new BackendError(message, status || undefined);
}

function hashData(listed: RouteEntries[], contents: Map<string, string>): DataHashes[string] {
  const routes: DataHashes[string] = {};
  for (const { route, entries } of listed) {
    const hashes = entries.map(([entry, json]) => {
      const hash = sha256(json);
      contents.set(hash, json);
      return [entry, hash] as const;
    });
    // `fromEntries` is safe even for an entry named `__proto__`.
    routes[route] = Object.fromEntries(hashes);
  }
  return routes;
}

class RemovalError extends Error {}

/** @param isDeployed whether the app is being deployed. If so, only the same deployment can accept the loss */
function adviceFor(isDeployed: boolean): string {
  const how = isDeployed
    ? 'repeat this command with --accept-removals'
    : 'npm run deploy -- watch --once --accept-removals --backend <backend-url>';
  return `If that is intended: ${how}. Otherwise restore the backend's data.`;
}

/**
 * Refuses data in which a pattern has lost all its entries, or more than half of them and at least three. The loss may be a
 * mistake, e.g. because the backend is empty.
 *
 * @throws RemovalError
 */
function assertMostRemain(before: DataHashes[string], now: DataHashes[string]): void {
  // Compare only the routes for which the build has a source: if the build drops a pattern, the backend has lost nothing.
  for (const [route, entriesNow] of Object.entries(now)) {
    if (!isPattern(route)) continue;
    const entries = Object.keys(before[route] ?? {});
    const gone = entries.filter((entry) => !Object.hasOwn(entriesNow, entry));
    const isEmptied = gone.length > 0 && Object.keys(entriesNow).length === 0;
    if (!isEmptied && (gone.length <= 2 || gone.length <= entries.length / 2)) continue;
    throw new RemovalError(
      `The backend no longer has ${gone.length} of the ${entries.length} entries of ${route}.`,
    );
  }
}
