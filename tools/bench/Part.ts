/** What a part of the bench gets. */
export interface Bench {
  /** A temporary folder. */
  directory: string;
  /** How many edits are made one after the other. */
  edits: number;
  /** Registers a function that stops something. Functions are called in reverse order. */
  onStop: (stop: () => Promise<unknown>) => void;
}

/** A table of results. */
export interface Table {
  title: string;
  /** What readers have to know about the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Measures one thing. @returns the results */
export type Part = (bench: Bench) => Promise<Table[]>;
