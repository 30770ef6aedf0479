export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** Where releases are stored: a directory or a bucket. Keys are relative paths with `/`. */
export interface Store {
  /** The content of a key; undefined if the key does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a key atomically. */
  write(key: string, content: Buffer | string): Promise<void>;
  /**
   * Writes a key unless it exists.
   *
   * @param content must be unique to the writer. If the response to a write is lost, the store recognises its own write by
   *   the content
   * @returns false if the key exists already
   */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** The names directly below a prefix such as `releases/`, in no particular order. */
  list(prefix: string): Promise<string[]>;
  /** All files below a prefix such as `assets/`, at any depth, in no particular order. */
  list(prefix: string, options: { deep: true }): Promise<StoredFile[]>;
  /** Removes a key, if it exists. */
  remove(key: string): Promise<void>;
}
