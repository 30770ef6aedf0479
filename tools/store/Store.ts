/** One file of a store, as a listing describes it. */
export interface StoredFile {
  key: string;
  bytes: number;
  /** When it was written. */
  modified: Date;
}

/** Where releases live: a directory or a bucket. Keys are relative paths with `/`. */
export interface Store {
  /** The content of a key; undefined if there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a key, whole or not at all. */
  write(key: string, content: Buffer | string): Promise<void>;
  /**
   * Writes a key unless it exists. False if somebody else was first. No two writers may send the same content: a store
   * that has lost the answer to a write looks whether its own content is there.
   */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** The names directly below a prefix such as `history/`, in no particular order. */
  list(prefix: string): Promise<string[]>;
  /** Everything below a prefix such as `releases/`, at any depth, in no particular order. */
  walk(prefix: string): Promise<StoredFile[]>;
  /** When a key was written, exactly as `walk` gives it; undefined if there is none. */
  modified(key: string): Promise<Date | undefined>;
  /** Removes a key; nothing happens if there is none. */
  remove(key: string): Promise<void>;
}
