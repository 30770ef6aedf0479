import { jsonFile } from './jsonFile';

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
  await noteIn(dataDir).write({ at: new Date().toISOString(), hasSucceeded });
}

/** @returns undefined if no watcher has ever run on this data directory. */
export async function readWatchNote(dataDir: string): Promise<WatchNote | undefined> {
  return (await noteIn(dataDir).read()) as WatchNote | undefined;
}

function noteIn(dataDir: string) {
  return jsonFile<WatchNote>(dataDir, 'watch.json', 0o644);
}
