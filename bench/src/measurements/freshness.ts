import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readWatchNote } from '@site/backend/readWatchNote';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '@site/deploy/commands/deploy';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { median } from '../median';
import type { Bench, Measurement } from '../Measurement';
import { startServer } from '../servers/startServer';
import { addProjects } from './addProjects';
import { seconds } from './timeCommand';

/** How many projects there are, and how long an edit may take then. Milliseconds. */
const PORTFOLIOS = [
  { amount: 8, wanted: 3000 },
  { amount: 1200, wanted: 5000 },
];

const EDITS = 10;

/** Over how many edits the watcher's memory is looked at. */
const MEMORY_EDITS = 500;

/** More than this from the second quarter of the edits to the last one is growth. */
const GROWTH = 1.1;

/** How long an edit may take at the most, and how often the page is asked for. Milliseconds. */
const LIMIT = 60_000;
const INTERVAL = 20;

/** How long it takes from saving an edit until its HTML is served, and the memory of `watch` over many of them. */
export const measureFreshness: Measurement = async (bench) => {
  const load = loadavg()[0]?.toFixed(1);
  const rows: string[][] = [];
  const targets = [];
  let memory: number[] = [];
  for (const { amount, wanted } of PORTFOLIOS) {
    const watched = await watchPortfolio(bench, amount);
    try {
      const times: number[] = [];
      for (let edit = 0; edit < EDITS; edit += 1) times.push(await watched.timeEdit());
      const middle = median(times);
      rows.push([String(amount), seconds(middle), times.map(seconds).join(', ')]);
      console.log(`  ${amount} projects: ${seconds(middle)}`);
      targets.push({
        name: `Saving an edit until its HTML is served, ${amount} projects`,
        wanted: `at most ${wanted / 1000} s`,
        measured: seconds(middle),
        isMet: middle <= wanted,
      });
      if (memory.length === 0) memory = await sampleMemory(watched);
    } finally {
      await watched.stop();
    }
  }
  const quarters = [0, 1, 2, 3].map((quarter) =>
    median(memory.slice((quarter * memory.length) / 4, ((quarter + 1) * memory.length) / 4)),
  );
  const [, second = NaN, , last = NaN] = quarters;
  return {
    tables: [
      {
        title: 'From saving an edit until its HTML is served',
        note: `\`npm run deploy -- watch\` over a directory store; median of ${EDITS}, at a load of ${load}.`,
        columns: ['projects', 'median', 'each'],
        rows,
      },
      {
        title: `Memory of \`watch\` over ${MEMORY_EDITS} edits`,
        note: 'Resident set after each edit, MB; one after the other, each served before the next.',
        columns: ['1st quarter', '2nd', '3rd', '4th', 'highest'],
        rows: [[...quarters, Math.max(...memory)].map((bytes) => (bytes / 1e6).toFixed(0))],
      },
    ],
    targets: [
      ...targets,
      {
        name: 'Memory of `watch`',
        wanted: `flat over ${MEMORY_EDITS} edits: the last quarter at most ${GROWTH} × the second`,
        measured: `${(last / second).toFixed(2)} ×`,
        isMet: last <= GROWTH * second,
      },
    ],
  };
};

type WatchedPortfolio = Awaited<ReturnType<typeof watchPortfolio>>;

/** A portfolio of so many projects, deployed, served, and watched by the command. */
async function watchPortfolio({ repository, directory, site }: Bench, amount: number) {
  const home = join(directory, `freshness-${amount}`);
  const store = join(home, 'store');
  const backend = await startTestBackend({ seeded: true });
  await addProjects(backend, amount);
  const projects = (await signIn(backend)).collection('projects');
  const { id } = await projects.getFirstListItem('', { sort: 'created' });
  const { artifacts } = site;
  await deploy({ store: directoryStore(store), artifacts, backendUrl: backend.url, log: () => undefined });
  const server = await startServer('serveSite', [store, backend.url]);
  const words = ['--import', 'tsx', 'deploy/src/cli.ts', 'watch', '--to', store, '--backend', backend.url];
  const watcher = spawn(process.execPath, words, {
    cwd: repository,
    env: { ...process.env, DATA_DIR: home },
    stdio: 'ignore',
  });
  await until('the watcher has succeeded', async () => (await readWatchNote(home))?.hasSucceeded === true);
  // It looks a second time as soon as it listens.
  await wait(3000);

  let edits = 0;
  return {
    /** @returns how long the edit took, milliseconds */
    timeEdit: async (): Promise<number> => {
      const title = `Edit ${(edits += 1)} of it`;
      const start = performance.now();
      await projects.update(id, { title });
      await until(`${title} is served`, async () => {
        const page = await fetch(`${server.origin}/projects/${id}`);
        return (await page.text()).includes(title);
      });
      return performance.now() - start;
    },
    /** The watcher's memory, bytes. */
    readMemory: () =>
      1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(watcher.pid)], { encoding: 'utf8' })),
    async stop(): Promise<void> {
      const ended = once(watcher, 'close');
      watcher.kill();
      await ended;
      await server.stop();
      await backend.stop();
    },
  };
}

async function sampleMemory({ timeEdit, readMemory }: WatchedPortfolio): Promise<number[]> {
  const samples: number[] = [];
  while (samples.length < MEMORY_EDITS) {
    await timeEdit();
    samples.push(readMemory());
  }
  return samples;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`In vain for ${LIMIT / 1000} s: ${what}`);
    await wait(INTERVAL);
  }
}
