import type { Release } from '../release/Release';

export interface SiteSource {
  /**
   * Returns the release that visitors see now. Until that release changes, every call returns the same object.
   *
   * @throws Error if nothing is live, or if the release cannot be read
   */
  live(): Promise<Release>;
  /**
   * Reads a page (`pages/<hash>`), an asset (`assets/…`), an encoding of either (`.br`, `.gz`), an answer from the backend
   * (`data/<hash>.json.gz`), or the watcher's heartbeat (`heartbeat`).
   *
   * @returns undefined if there is no such file
   * @throws Error if the file cannot be read
   */
  read(key: string): Promise<Buffer | undefined>;
  /** Returns whether the newest release can be read and, as far as the source knows, has all its files. */
  isIntact(): Promise<boolean>;
  close(): Promise<void>;
}
