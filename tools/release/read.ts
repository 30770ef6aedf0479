import { messageOf } from '@site/backend/messageOf';
import type { ReadBackend } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';
import type { DataHashes } from './composeRelease';
import { entryAt, isPattern } from './pageAddress';
import type { Plan } from './plan';
import type { Release } from './Release';
import type { Renderers } from './renderer/openRenderers';

/** What fills the pages of a release. */
export interface Data {
  hashes: DataHashes;
  /** By hash, the JSON of what was read now. All other data that is named stands in the store. */
  contents: ReadonlyMap<string, string>;
}

/** What a backend was asked, and what it answered: by address, the SHA-256 of the answer's body, hex. */
export type Answers = Record<string, string>;

const UNNAMED = 'No backend is named: say where PocketBase listens by --backend.';

/** How long one answer of the backend may take. Milliseconds. */
const ANSWER_LIMIT = 10_000;

/** What was read from the backend. */
export interface Reading {
  data: DataHashes;
  answers: Answers;
}

export interface ReadOptions {
  /** Where PocketBase listens; without it the data of the live release stays. */
  backendUrl?: string | undefined;
  /** Throws BackendError if the backend cannot be read, instead of keeping the data of the live release. */
  needsBackend?: boolean;
  /** Accepts a reading that takes most of the entries away. */
  acceptRemovals?: boolean | undefined;
  /** Told what the backend has for pages. */
  onRead?: (reading: Reading) => void;
  log: (line: string) => void;
}

/**
 * The second of five steps: reads the backend once. Data of apps that are not read stays as it is in the live
 * release.
 */
export async function read(
  { live, reads }: Pick<Plan, 'live' | 'reads'>,
  renderers: Renderers,
  backend: ReturnType<typeof openReading>,
  { needsBackend, acceptRemovals, onRead, log }: ReadOptions,
): Promise<Data> {
  const kept = dataOfPages(live);
  const contents = new Map<string, string>();
  if (!backend.url && !needsBackend) return { hashes: kept, contents };
  const hashes: DataHashes = {};
  try {
    for (const app of reads) {
      // An app that no longer reads anything shows no data.
      const routes: DataHashes[string] = {};
      for (const { route, entries } of await renderers.of(app).list()) {
        const known = withoutPrototype();
        for (const [entry, json] of entries) {
          known[entry] = sha256(json);
          contents.set(known[entry], json);
        }
        routes[route] = known;
      }
      hashes[app] = routes;
    }
  } catch (error) {
    if (needsBackend || !(error instanceof BackendError)) throw error;
    log(`The backend cannot be read, so pages keep the data that they have. ${error.message}`);
    return { hashes: kept, contents: new Map() };
  }
  if (!acceptRemovals) expectMostStays(kept, hashes);
  onRead?.({ data: hashes, answers: backend.answers });
  return { hashes: { ...kept, ...hashes }, contents };
}

/** The data that the pages of a release show, as its manifest says; empty without a release. */
export function dataOfPages(release: Release | undefined): DataHashes {
  const data: DataHashes = {};
  for (const [file, { app, path, route = path, data: hash }] of Object.entries(release?.pages ?? {})) {
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

/** A backend that was just set up is empty, too. */
function expectMostStays(before: DataHashes, now: DataHashes): void {
  for (const [app, routes] of Object.entries(now)) {
    // The new build may have dropped the pattern: that is no loss in the backend.
    for (const [route, entriesNow] of Object.entries(routes)) {
      if (!isPattern(route)) continue;
      const entries = Object.keys(before[app]?.[route] ?? {});
      const gone = entries.filter((entry) => !(entry in entriesNow));
      if (gone.length <= 2 || gone.length <= entries.length / 2) continue;
      throw new Error(
        `The backend has ${gone.length} of ${entries.length} entries of ${route} no more, so nothing has been published. If they are meant to go: npm run deploy -- watch --once --accept-removals. Otherwise restore the backend's data.`,
      );
    }
  }
}

/**
 * Makes the reading of one moment: each thing is asked of the backend once, and everybody gets the same answer.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`; without it, whoever reads gets an error
 * @returns reads it, or throws BackendError; and what it has been asked so far
 */
export function openReading(backendUrl: string | undefined) {
  const asked = new Map<string, Promise<Record<string, unknown>>>();
  const answers: Answers = {};
  async function ask(url: string): Promise<Record<string, unknown>> {
    const { hash, content } = await askBackend(url);
    answers[url] = hash;
    return content;
  }
  const read: ReadBackend = (path, query) => {
    if (!backendUrl) return Promise.reject(new BackendError(UNNAMED));
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const url = `${backendUrl}/api${path}?${new URLSearchParams(values).toString()}`;
    const answer = asked.get(url) ?? ask(url);
    asked.set(url, answer);
    return answer;
  };
  return { url: backendUrl, read, answers };
}

/**
 * Asks a backend one thing.
 *
 * @returns what it answers, and the SHA-256 of the answer's body, hex
 * @throws BackendError if it cannot be read
 */
export async function askBackend(url: string): Promise<{ hash: string; content: Record<string, unknown> }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!response.ok) throw new Error(`it was answered with status ${response.status}`);
    const body = await response.text();
    return { hash: sha256(body), content: JSON.parse(body) as Record<string, unknown> };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new BackendError(`${url} cannot be read: ${reason}. See whether PocketBase runs there.`, { cause });
  }
}
