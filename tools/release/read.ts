import type { ReadBackend } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import type { DataHashes } from './composeRelease';
import { entryAt, isPattern } from './pageAddress';
import type { Plan } from './plan';
import type { Release } from './Release';
import { BackendError, readBackend, type Answers } from './renderer/readBackend';
import type { Renderers } from './renderer/openRenderers';

/** What fills the pages of a release. */
export interface Data {
  hashes: DataHashes;
  /** By hash, the JSON of what was read now; what else is named stands in the store. */
  contents: ReadonlyMap<string, string>;
}

/** What was asked of the backend, and what it is known by now. */
export interface Reading {
  data: DataHashes;
  answers: Answers;
}

export interface ReadOptions {
  /** Where PocketBase listens; without it the data of the live release stays. */
  backendUrl?: string | undefined;
  /** Throws BackendError if the backend cannot be read, instead of keeping the data of the live release. */
  needsBackend?: boolean;
  /** Publishes also what takes most of the entries away. */
  acceptRemovals?: boolean | undefined;
  /** Told what the backend has for pages. */
  onRead?: (reading: Reading) => void;
  log: (line: string) => void;
}

/** The second of five steps: the backend is read once; what is not read is as in the live release. */
export async function read(
  { live, reads }: Pick<Plan, 'live' | 'reads'>,
  renderers: Renderers,
  backend: ReturnType<typeof backendOf>,
  { needsBackend, acceptRemovals, onRead, log }: ReadOptions,
): Promise<Data> {
  const kept = dataOfPages(live);
  const contents = new Map<string, string>();
  if (!backend.url && !needsBackend) return { hashes: kept, contents };
  const hashes: DataHashes = {};
  try {
    for (const app of reads) {
      // An app that reads nothing has no data: not even what the live release shows.
      const routes: DataHashes[string] = (hashes[app] = {});
      for (const { route, entries } of await renderers.of(app).list()) {
        const known = (routes[route] = withoutPrototype());
        for (const [entry, json] of entries) contents.set((known[entry] = sha256(json)), json);
      }
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

/** The backend at an address, for one release; without one whoever reads it is told so. */
export function backendOf(url: string | undefined): { url?: string; read: ReadBackend; answers: Answers } {
  if (url) return { url, ...readBackend(url) };
  const problem = 'No backend is named: say where PocketBase listens by --backend.';
  return { read: () => Promise.reject(new BackendError(problem)), answers: {} };
}

/** The data that the pages of a release show, as its manifest tells; nothing without a release. */
export function dataOfPages(release: Release | undefined): DataHashes {
  const data: DataHashes = {};
  for (const [file, { app, path, route = path, data: hash }] of Object.entries(release?.pages ?? {})) {
    const known = () => ((data[app] ??= {})[route] ??= withoutPrototype());
    // Of its pages all are known, even if there is none.
    if (isPattern(path) && file.endsWith('_.404.html')) known();
    else if (hash !== undefined) known()[entryAt(route, path)] = hash;
  }
  return data;
}

/** Any entry can be a key of it. */
function withoutPrototype(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

/**
 * Refuses a reading that takes most of a pattern's pages away: an empty backend that was just set up answers so, too.
 *
 * @throws Error that says what to do if it is meant
 */
function expectMostStays(before: DataHashes, now: DataHashes): void {
  for (const [app, routes] of Object.entries(now)) {
    // A pattern that the build has no more is no matter of the backend's.
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
