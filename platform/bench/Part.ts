export interface Bench {
  directory: string;
  edits: number;
  /** Registers a clean-up function. After the part, these functions run in reverse order. */
  onStop: (stop: () => Promise<unknown>) => void;
}

export interface Table {
  title: string;
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

export type Part = (bench: Bench) => Promise<Table[]>;
