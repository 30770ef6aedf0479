export interface Bench {
  directory: string;
  edits: number;
  /** Registers a clean-up function. When the part ends, the functions run in reverse order of registration. */
  onStop: (stop: () => Promise<unknown>) => void;
}

export interface Table {
  title: string;
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

export type Part = (bench: Bench) => Promise<Table[]>;
