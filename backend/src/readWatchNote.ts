import { join } from 'node:path';
import { placeFile } from './placeFile';
import { readNote } from './readNote';

/** What the watcher of the site's pages (`npm run deploy -- watch`) last noted. */
export interface WatchNote {
  /** When it last succeeded, or else first began. ISO 8601. */
  at: string;
  hasSucceeded: boolean;
}

/**
 * Notes for `health` that a watcher has succeeded, or that it begins, which changes nothing of an earlier note.
 * @param dataDir the site's `DATA_DIR`.
 */
export async function writeWatchNote(dataDir: string, hasSucceeded: boolean): Promise<void> {
  if (!hasSucceeded && (await readWatchNote(dataDir))) return;
  const note: WatchNote = { at: new Date().toISOString(), hasSucceeded };
  // A full disk leaves the earlier note as it is.
  await placeFile(pathOf(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o644 });
}

/** @returns undefined if no watcher has ever run on this data directory. */
export async function readWatchNote(dataDir: string): Promise<WatchNote | undefined> {
  return (await readNote<WatchNote>(pathOf(dataDir))) as WatchNote | undefined;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'watch.json');
}
