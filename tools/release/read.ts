import { sha256 } from '../build/sha256';
import { BackendError } from './BackendError';
import type { DataHashes } from './composeRelease';
import type { Answers } from './openReading';
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

const UNNAMED = 'No backend is named: say where PocketBase listens by --backend.';

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
  { backendUrl, needsBackend, acceptRemovals, onRead, log }: ReadOptions,
): Promise<Data> {
  const kept = dataOfPages(live);
  const contents = new Map<string, string>();
  if (!backendUrl) {
    if (needsBackend) throw new BackendError(UNNAMED);
    return { hashes: kept, contents };
  }
  const hashes: DataHashes = {};
  const answers: Answers = {};
  try {
    for (const app of reads) {
      // An app that no longer reads anything shows no data.
      const routes: DataHashes[string] = {};
      const listed = await renderers.of(app).list();
      // If apps got different answers to the same question, the first one stays, so that a watcher finds it outdated.
      Object.assign(answers, { ...listed.answers, ...answers });
      for (const { route, entries } of listed.routes) {
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
  onRead?.({ data: hashes, answers });
  return { hashes: { ...kept, ...hashes }, contents };
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
