import type { BuildSource } from '@site/shared/contract';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';
import { IntegrityError, findRelease } from './readRelease';
import type { Release } from './Release';

/** A history entry: which release became live, and how. */
export interface HistoryEntry {
  number: number;
  /** The id of the release. */
  release: string;
  /** When the release became live, ISO 8601. */
  at: string;
  /** The version of each app, by workspace. It is kept here because the release may be removed. */
  apps: Record<string, string>;
  /** All builds, `<app>/<version>`, that the release's pages were made from. Open tabs still load these builds. */
  uses: string[];
  /** Where the builds come from, by workspace. */
  builds?: Record<string, BuildSource>;
  /** The operator's name. */
  who: string;
  /** The command, e.g. `deploy studio-remote`. */
  what: string;
}

/** The numbers of all history entries, in no particular order. */
export async function listNumbers(store: Store): Promise<number[]> {
  const numbers: number[] = [];
  for (const name of await store.list('history/')) {
    const [, number] = /^(\d+)\.json$/.exec(name) ?? [];
    if (number !== undefined) numbers.push(Number(number));
  }
  return numbers;
}

/** Reads the history entry with this number; undefined if it has been removed. */
export async function readEntry(store: Store, number: number): Promise<HistoryEntry | undefined> {
  const entry = await store.read(`history/${number}.json`);
  return entry && { ...(JSON.parse(entry.toString()) as HistoryEntry), number };
}

/** The whole history, newest first. */
export async function readHistory(store: Store): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  await forEachParallel(await listNumbers(store), async (number) => {
    const entry = await readEntry(store, number);
    if (entry) entries.push(entry);
  });
  return entries.sort((one, other) => other.number - one.number);
}

/** The number of the newest history entry; 0 if nothing has been deployed. */
export async function latestNumber(store: Store): Promise<number> {
  return Math.max(0, ...(await listNumbers(store)));
}

/**
 * Finds the newest history entry whose release exists: visitors get that release. If prune removes a release while a
 * deployment publishes it, the entry has no release. The deployment then removes the entry, unless the deployment is
 * killed.
 *
 * @returns the number of the found entry, the newest number in the history, and the release; undefined if nothing has
 *   been deployed
 * @throws IntegrityError if the release's manifest is damaged
 * @throws Error if there are entries, but all of their releases are gone
 */
export async function liveEntry(
  store: Store,
): Promise<{ number: number; newest: number; release: Release } | undefined> {
  const numbers = (await listNumbers(store)).sort((one, other) => other - one);
  let problem = '';
  for (const number of numbers) {
    const entry = await readEntry(store, number);
    // The deployment that wrote the entry has just removed it.
    if (!entry) continue;
    const { release: id } = entry;
    const release = await findRelease(store, id).catch((error: unknown) => {
      if (!(error instanceof IntegrityError)) throw error;
      throw new IntegrityError(
        `${error.message}. This release is live: restore the file, or remove history/${number}.json to make the previous release live.`,
      );
    });
    if (release) return { number, newest: numbers[0] ?? number, release };
    problem ||= `releases/${id}.json is missing from the store`;
  }
  if (problem) throw new Error(`${problem}.`);
  return undefined;
}

/**
 * The release that visitors get.
 *
 * @throws the same errors as `liveEntry`
 */
export async function liveRelease(store: Store): Promise<Release | undefined> {
  return (await liveEntry(store))?.release;
}
