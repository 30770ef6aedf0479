import type { Browser } from 'playwright-core';
import type { Table } from './formatTable';
import type { Portfolio } from './openPortfolio';
import type { Site } from './openSites';

/** What a part of the bench works on. */
export interface Bench {
  /** A temporary folder of this run. */
  directory: string;
  /** How many edits are made one after the other for the watcher's memory. */
  edits: number;
  /** A portfolio of so many projects; the same one for all parts. */
  portfolio(projects: number): Promise<Portfolio>;
  /** What is measured side by side. */
  sites(): Promise<Site[]>;
  browser(): Promise<Browser>;
}

/** Measures one thing, and says what came out. */
export type Part = (bench: Bench) => Promise<Table[]>;
