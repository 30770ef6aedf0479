import type { RunningPocketBase } from '@site/backend/startPocketBase';
import type { Browser } from 'playwright-core';
import type { Certificate } from './createCertificate';
import type { Subject } from './Subject';
import type { DeployedSite } from './subjects/deploySite';

/** What a measurement works on. */
export interface Bench {
  repository: string;
  /** A temporary folder of this run. */
  directory: string;
  backend: RunningPocketBase;
  site: DeployedSite;
  subjects: Subject[];
  browser: Browser;
  certificate: Certificate;
}

export interface Table {
  title: string;
  /** What a reader has to know about the figures. */
  note?: string;
  columns: string[];
  rows: string[][];
}

/** Something that the site wants to reach. */
export interface Target {
  name: string;
  /** What is wanted, in words. */
  wanted: string;
  measured: string;
  isMet: boolean;
}

export interface Report {
  tables: Table[];
  targets: Target[];
}

export type Measurement = (bench: Bench) => Promise<Report>;
