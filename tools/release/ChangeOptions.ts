import type { Store } from '../store/Store';

/** What each command that changes a store is told. */
export interface ChangeOptions {
  store: Store;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
  log: (line: string) => void;
}
