import type { Release } from '../release/Release';

/** What a site shows: the release that is live, and the bytes that it names. */
export interface SiteSource {
  /**
   * The release that visitors see now.
   *
   * @throws Error if nothing is live, or if it cannot be read
   */
  live(): Promise<Release>;
  /**
   * The bytes of a page (`pages/<hash>`) or of what browsers load (`assets/…`), or of a compressed form of it, whose
   * name ends in `.br` or `.gz`, or when a watcher last succeeded (`heartbeat`); undefined if there are none.
   *
   * @throws Error if they are not what they are named by, or cannot be read
   */
  read(key: string): Promise<Buffer | undefined>;
  /**
   * Whether the live release could be read, and every file of it that was asked for was there and unaltered. Looks again
   * at what was not.
   */
  isWhole(): Promise<boolean>;
  /** Ends what it does by itself. */
  close(): Promise<void>;
}
