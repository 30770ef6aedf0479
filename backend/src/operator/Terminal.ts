/** What a command knows of the place where it runs. */
export interface Terminal {
  /** The site's `DATA_DIR`: PocketBase's data are in `pocketbase/`. */
  dataDir: string;
  /** Prints results. */
  out: (text: string) => void;
  /** Prints progress and failures, apart from the results. */
  note: (text: string) => void;
  /** Waits until the command is told to stop, by Ctrl-C for one. */
  untilStopped: () => Promise<void>;
}
