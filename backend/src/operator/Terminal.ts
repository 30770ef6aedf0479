/** What a command knows of the place where it runs; a test gives it another one. */
export interface Terminal {
  /** The site's `DATA_DIR`: PocketBase's data are in `pocketbase/`, the session of the operator in `pb_auth`. */
  dataDir: string;
  /** Prints results. */
  out: (text: string) => void;
  /** Prints progress and failures, apart from the results. */
  note: (text: string) => void;
  /** Asks for a secret, which is not shown while it is typed; missing where nobody is at a terminal. */
  askSecret?: (question: string) => Promise<string>;
  /** All that was piped in. */
  readInput: () => Promise<string>;
  /** Waits until the command is told to stop, by Ctrl-C for one. */
  untilStopped: () => Promise<void>;
}
