/** What a part of the bench has for itself. */
export interface Bench {
  /** A temporary folder. */
  directory: string;
  /** How many edits are made one after the other. */
  edits: number;
  /** Notes what ends something that the part has started; the last is called first. */
  onStop: (stop: () => Promise<unknown>) => void;
}

/** What came out. */
export interface Table {
  title: string;
  /** What a reader has to know about the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Measures one thing, and says what came out. */
export type Part = (bench: Bench) => Promise<Table[]>;
