import type { BuildSource } from '@site/shared/remote';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** What one number of the history says: which release became live, and how. */
export interface HistoryEntry {
  number: number;
  /** The id of the release. */
  release: string;
  /** ISO 8601. */
  at: string;
  /** Version by workspace; the release itself may have been removed since. */
  apps: Record<string, string>;
  /** All builds, `<app>/<version>`, that its pages were made of, since open tabs still load them. */
  uses: string[];
  /** Where the builds come from, by workspace. */
  builds?: Record<string, BuildSource>;
  /** Who did it. */
  who: string;
  /** By which command. */
  what: string;
}

/** The numbers of the history, in no particular order. */
export async function listNumbers(store: Store): Promise<number[]> {
  return (await store.list('history/')).flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
}

/** What a number of the history says; undefined if it has been taken away. */
export async function readEntry(store: Store, number: number): Promise<HistoryEntry | undefined> {
  const entry = await store.read(`history/${number}.json`);
  return entry && { ...(JSON.parse(entry.toString()) as HistoryEntry), number };
}

/** The whole history, newest first: its first entry is live. */
export async function readHistory(store: Store): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  await forEachParallel(await listNumbers(store), async (number) => {
    const entry = await readEntry(store, number);
    if (entry) entries.push(entry);
  });
  return entries.sort((one, other) => other.number - one.number);
}
