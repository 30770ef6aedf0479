export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/**
 * A directory or bucket that holds releases, builds and pages. A file's key is a relative path with `/` between segments.
 */
export interface Store {
  /** Returns the content of a key; undefined if the key does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes content to a key atomically. Any existing content is replaced. */
  write(key: string, content: Buffer | string): Promise<void>;
  /**
   * Writes content to a key, unless the key exists.
   *
   * @param content must be unique to the writer. If a bucket's response to a write is lost, the content shows which writer
   *   created the key
   * @returns false if the key already existed
   */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** Lists the names of the files and folders directly under a prefix such as `releases/`, in no particular order. */
  list(prefix: string): Promise<string[]>;
  /** Lists all files under a prefix such as `assets/`, at any depth, in no particular order. */
  list(prefix: string, options: { deep: true }): Promise<StoredFile[]>;
  /** Removes a key, if it exists. */
  remove(key: string): Promise<void>;
}
