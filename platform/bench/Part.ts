export interface Bench {
  directory: string;
  edits: number;
  /** Registers a function that cleans up after the part. The registered functions are called in reverse order. */
  onStop: (stop: () => Promise<unknown>) => void;
}

export interface Table {
  title: string;
  /** What readers need to know to understand the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

/** One part of the benchmark. @returns its results as tables */
export type Part = (bench: Bench) => Promise<Table[]>;
