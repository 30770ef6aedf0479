import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import type { Bench, Measurement, Target } from '../Measurement';
import { startProgram } from '../servers/startProgram';
import { startServer } from '../servers/startServer';
import { deployInto } from '../subjects/deploySite';
import { addProjects } from './addProjects';
import { memoryReport, readMemory } from './memoryReport';
import { timed } from './timed';

/** How many projects there are, and how long an edit may take then. Milliseconds. */
const PORTFOLIOS = [
  { amount: 8, wanted: 3000 },
  { amount: 1200, wanted: 5000 },
];

const EDITS = 10;

/** Over how many edits the watcher's memory is looked at. */
const MEMORY_EDITS = 500;

/** How long an edit may take, and the watcher to start. Milliseconds. */
const LIMIT = 60_000;

/** How long it takes from saving an edit until its HTML is served, and the memory of `watch` over many of them. */
export const measureFreshness: Measurement = async (bench) => {
  const load = loadavg()[0]?.toFixed(1);
  const rows: string[][] = [];
  const targets: Target[] = [];
  const samples: number[] = [];
  for (const { amount, wanted } of PORTFOLIOS) {
    const watched = await watchPortfolio(bench, amount);
    try {
      const times: number[] = [];
      for (let edit = 0; edit < EDITS; edit += 1) times.push(await watched.timeEdit());
      const { row, target } = timed(
        `Saving an edit until its HTML is served, ${amount} projects`,
        times,
        wanted,
      );
      rows.push(row);
      targets.push(target);
      // Of the first portfolio, which is the small one.
      while (rows.length === 1 && samples.length < MEMORY_EDITS) {
        await watched.timeEdit();
        samples.push(readMemory(watched.pid));
      }
    } finally {
      await watched.stop();
    }
  }
  const over = `${MEMORY_EDITS} edits`;
  const note = 'one after the other, each served before the next';
  const memory = memoryReport({ program: 'watch', wanted: over, reached: over, note, samples });
  return {
    tables: [
      {
        title: 'From saving an edit until its HTML is served',
        note: `\`npm run deploy -- watch\` over a directory store; median of ${EDITS}, at a load of ${load}.`,
        columns: ['', 'median', 'each'],
        rows,
      },
      ...memory.tables,
    ],
    targets: [...targets, ...memory.targets],
  };
};

/** A portfolio of so many projects, deployed, served, and watched by the command. */
async function watchPortfolio({ repository, directory, site }: Bench, amount: number) {
  const home = join(directory, `freshness-${amount}`);
  const store = join(home, 'store');
  const backend = await startTestBackend({ seeded: true });
  await addProjects(backend, amount);
  const projects = (await signIn(backend)).collection('projects');
  const { id } = await projects.getFirstListItem('', { sort: 'created' });
  await deployInto(store, site.artifacts, backend.url);
  const server = await startServer('serveSite', [store, backend.url]);
  const words = ['--import', 'tsx', 'tools/cli/cli.ts', 'watch', '--to', store, '--backend', backend.url];
  const env = { ...process.env, DATA_DIR: home };
  const watcher = startProgram(process.execPath, words, { cwd: repository, env });
  await until('the watcher has succeeded', () => existsSync(join(store, 'heartbeat')), LIMIT);
  // It looks a second time as soon as it listens.
  await wait(3000);

  let edits = 0;
  return {
    pid: watcher.pid,
    /** @returns how long the edit took, milliseconds */
    timeEdit: async (): Promise<number> => {
      const title = `Edit ${(edits += 1)} of it`;
      const start = performance.now();
      await projects.update(id, { title });
      await until(
        `${title} is served`,
        async () => {
          const page = await fetch(`${server.origin}/projects/${id}`);
          return (await page.text()).includes(title);
        },
        LIMIT,
      );
      return performance.now() - start;
    },
    async stop(): Promise<void> {
      await watcher.stop();
      await server.stop();
      await backend.stop();
    },
  };
}
