import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@site/backend/messageOf';
import { Argument, Command } from 'commander';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import { logStep } from '../release/logStep';
import { moves } from './moves';
import { openPortfolio, type Portfolio } from './openPortfolio';
import { openSites, type Site } from './openSites';
import { pages } from './pages';
import { release } from './release';
import { server } from './server';

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

/** A table of figures. */
export interface Table {
  title: string;
  /** What a reader has to know about the figures. */
  note: string;
  columns: string[];
  rows: (string | number)[][];
}

const PARTS: Record<string, Part> = { pages, moves, server, release };

/** `npm run bench`: measures the site, and prints what comes out as Markdown. */
async function bench(asked: string[], { edits }: { edits: string }): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'site-bench-'));
  const stops: (() => Promise<unknown>)[] = [];
  const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await rm(directory, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  const portfolios = new Map<number, Promise<Portfolio>>();
  let sites: Promise<Site[]> | undefined;
  let browser: Promise<Browser> | undefined;
  const setting: Bench = {
    directory,
    edits: Number(edits),
    portfolio(projects) {
      const one = portfolios.get(projects) ?? openPortfolio(directory, projects, onStop);
      portfolios.set(projects, one);
      return one;
    },
    sites: () => (sites ??= setting.portfolio(8).then((site) => openSites(directory, site, onStop))),
    browser: () => (browser ??= launch(onStop)),
  };
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
      logStep(`Measuring: ${name}`);
      for (const table of (await PARTS[name]?.(setting)) ?? []) console.log(formatTable(table));
      console.log(describeRun());
    }
  } finally {
    await stopAll();
  }
}

async function launch(onStop: (stop: () => Promise<unknown>) => void): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  onStop(() => browser.close());
  return browser;
}

/** A table in Markdown, not yet aligned. */
function formatTable({ title, note, columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return ['', `## ${title}`, note, lines.join('\n'), ''].join('\n\n');
}

/** What the figures depend on. */
function describeRun(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  return `${new Date().toISOString()}, commit ${commit}, ${machine}, load ${loadavg()[1]?.toFixed(1)}.`;
}

const program = new Command('npm run bench --')
  .description('Measures the site, on this machine, by the commands that deploy and serve it.')
  .addArgument(new Argument('[part...]', 'by default all').choices(Object.keys(PARTS)))
  .option('--edits <amount>', "edits for the watcher's memory", '10')
  .action(bench);

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  // Ends what a failure has left running.
  process.exit(1);
});
