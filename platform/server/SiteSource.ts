import type { Release } from '../release/Release';

/** Where a site gets its live release and that release's files. */
export interface SiteSource {
  /**
   * The release that visitors see now.
   *
   * @throws Error if nothing is live, or if the release cannot be read
   */
  live(): Promise<Release>;
  /**
   * Reads a page (`pages/<hash>`), an asset (`assets/…`), a compressed form of either (`.br`, `.gz`), or the time of the
   * watcher's last success (`heartbeat`).
   *
   * @returns undefined if there is no such file
   * @throws Error if the content does not match its key, or cannot be read
   */
  read(key: string): Promise<Buffer | undefined>;
  /**
   * Checks whether the live release can be read, and whether all of its files that have been requested so far are intact.
   * Damaged files are read again, in case they have been restored.
   */
  isIntact(): Promise<boolean>;
  /** Stops all background work. */
  close(): Promise<void>;
}
