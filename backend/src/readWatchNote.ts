import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  await mkdir(dataDir, { recursive: true });
  // A full disk leaves the earlier note as it is.
  const draft = `${pathOf(dataDir)}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(note)}\n`);
    await rename(draft, pathOf(dataDir));
  } finally {
    await rm(draft, { force: true });
  }
}

/** @returns undefined if no watcher has ever run on this data directory. */
export async function readWatchNote(dataDir: string): Promise<WatchNote | undefined> {
  return (await readNote<WatchNote>(pathOf(dataDir))) as WatchNote | undefined;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'watch.json');
}
