import type { Release } from '../release/Release';

/** Where a site gets its live release and that release's files. */
export interface SiteSource {
  /**
   * The release that visitors see now. Until the release changes, every call returns the same object.
   *
   * @throws Error if nothing is live, or if the release cannot be read
   */
  live(): Promise<Release>;
  /**
   * Reads a page (`pages/<hash>`), an asset (`assets/…`), an encoding of either (`.br`, `.gz`), an answer of the backend
   * (`data/<hash>.json.gz`), or the watcher's heartbeat (`heartbeat`).
   *
   * @returns undefined if there is no such file
   * @throws Error if the file cannot be read
   */
  read(key: string): Promise<Buffer | undefined>;
  /** Checks whether the live release can be read, and whether all of its files that have been requested so far exist. */
  isIntact(): Promise<boolean>;
  /** Stops all background work. */
  close(): Promise<void>;
}
