/** What each part of the benchmark receives. */
export interface Bench {
  /** A temporary folder. */
  directory: string;
  /** How many edits are measured, one after the other. */
  edits: number;
  /** Registers a clean-up function. They run after the part, in reverse order. */
  onStop: (stop: () => Promise<unknown>) => void;
}

/** A table of results. */
export interface Table {
  title: string;
  /** What readers need to know about the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

/** One part of the benchmark. @returns its results */
export type Part = (bench: Bench) => Promise<Table[]>;
