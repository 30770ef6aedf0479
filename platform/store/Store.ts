export interface StoredFile {
  key: string;
  bytes: number;
  modified: Date;
}

/** A place where releases are stored: a directory or a bucket. Keys are relative paths with `/` between segments. */
export interface Store {
  /** Reads the content of a key; undefined if the key does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes a key atomically. Existing content is replaced. */
  write(key: string, content: Buffer | string): Promise<void>;
  /**
   * Writes a key unless it exists.
   *
   * @param content must be unique to the writer: if the response to a write is lost, the store recognises its own write by
   *   the content
   * @returns false if the key already existed
   */
  create(key: string, content: Buffer | string): Promise<boolean>;
  /** Lists the names directly below a prefix such as `releases/`, in no particular order. */
  list(prefix: string): Promise<string[]>;
  /** Lists all files below a prefix such as `assets/`, at any depth, in no particular order. */
  list(prefix: string, options: { deep: true }): Promise<StoredFile[]>;
  /** Removes a key, if it exists. */
  remove(key: string): Promise<void>;
}
