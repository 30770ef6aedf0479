import { eachInParallel } from '../store/eachInParallel';
import type { Store } from '../store/Store';

/** What one number of the history says: which release became live, and how. */
export interface HistoryEntry {
  number: number;
  /** The id of the release. */
  release: string;
  /** ISO 8601. */
  at: string;
  /** Version by workspace; the release itself may have been removed since. */
  apps?: Record<string, string>;
  /** Who did it. */
  who?: string;
  /** By which command. */
  what?: string;
}

/** The whole history, newest first: its first entry is live. */
export async function readHistory(store: Store): Promise<HistoryEntry[]> {
  const numbers = (await store.list('history/')).flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []);
  const entries: HistoryEntry[] = [];
  await eachInParallel(numbers, async (number) => {
    const entry = await store.read(`history/${number}.json`);
    if (entry) entries.push({ ...(JSON.parse(entry.toString()) as HistoryEntry), number: Number(number) });
  });
  return entries.sort((one, other) => other.number - one.number);
}
