import { join } from 'node:path';
import { until } from '@site/backend/testing/until';
import { directoryStore } from '../store/directoryStore';
import { copyFolder } from '../testing/copyStore';
import { makeAllPictures } from '../testing/makeAllPictures';
import { describeMemory, megabytes, MEMORY_COLUMNS, readMemory } from './memory';
import { openPortfolio } from './openPortfolio';
import type { Bench, Part, Table } from './Part';
import { percentile } from './percentile';
import { runDeploy, startDeploy, startServe } from './runDeploy';

const DEPLOYMENTS = 3;

/** The time limit for serving an edit, in milliseconds. */
const LIMIT = 60_000;

/** Measures the time and memory that edits, deployments and rollbacks take, with a small and a large portfolio. */
export const release: Part = async (bench) => {
  const edits: Table['rows'] = [];
  const commands: Table['rows'] = [];
  for (const projects of [8, 1200]) {
    const portfolio = await openPortfolio(bench, projects);
    edits.push([projects, ...(await measureEdits(bench, portfolio))]);
    for (const app of ['micora-remote', 'studio-remote'])
      commands.push(...(await measureDeployment(portfolio, projects, app)));
  }
  return [
    {
      title: 'An edit',
      note: `From saving until the new HTML is served, with \`watch\` and \`serve\` on a directory; median of ${bench.edits}. Memory of \`watch\` and its child processes, after each edit.`,
      columns: ['projects', 's', ...MEMORY_COLUMNS],
      rows: edits,
    },
    {
      title: 'Deployments and rollbacks',
      note: `\`npm run deploy\` on a directory, from Enter to its end; median of ${DEPLOYMENTS}. Peak memory of npm and all its child processes.`,
      columns: ['command', 'projects', 's', 'MB'],
      rows: commands,
    },
  ];
};

type Portfolio = Awaited<ReturnType<typeof openPortfolio>>;
type Cost = Awaited<ReturnType<typeof runDeploy>>;

/**
 * Measures edits of a project's title, which appears on the project's page, in the list of projects, and on the page of the
 * previous project.
 */
async function measureEdits(bench: Bench, { store, live, backend }: Portfolio): Promise<string[]> {
  // Makes the copies of all pictures first. Otherwise, the watcher would use all cores to make them during the edits.
  await makeAllPictures(directoryStore(store), live, backend.url);
  const projects = backend.operator.collection('projects');
  const { id } = await projects.getFirstListItem('', { sort: 'created' });
  const words = ['--to', store, '--backend', backend.url];
  const served = await startServe(bench, words);
  const watcher = startDeploy(bench, ['watch', ...words], { DATA_DIR: join(bench.directory, 'watch') });
  const times: number[] = [];
  const samples: number[] = [];
  for (let edit = 0; edit <= bench.edits; edit += 1) {
    const title = `Edit number ${edit}`;
    const start = performance.now();
    await projects.update(id, { title });
    const shown = async () => (await (await fetch(`${served.origin}/projects/${id}`)).text()).includes(title);
    await until(`${title} is served`, shown, LIMIT);
    // The first edit is not measured, because the watcher is still starting.
    if (edit === 0) continue;
    times.push(performance.now() - start);
    samples.push(await readMemory(watcher.pid));
  }
  await watcher.stop();
  await served.stop();
  return [seconds(times), ...describeMemory(samples)];
}

/** Deploys an app's build from the checkout and rolls it back. Each repetition uses a new copy of the store. */
async function measureDeployment({ store, backend }: Portfolio, projects: number, app: string) {
  const deployed: Cost[] = [];
  const rolledBack: Cost[] = [];
  for (let repeat = 0; repeat < DEPLOYMENTS; repeat += 1) {
    const copy = `${store}-${app}-${repeat}`;
    copyFolder(store, copy);
    deployed.push(await runDeploy([app, '--to', copy, '--backend', backend.url]));
    rolledBack.push(await runDeploy(['rollback', app, '--to', copy]));
  }
  return [
    [`\`${app}\``, projects, ...describeCosts(deployed)],
    [`\`rollback ${app}\``, projects, ...describeCosts(rolledBack)],
  ];
}

function describeCosts(costs: Cost[]): string[] {
  const most = Math.max(...costs.map(({ memory }) => memory));
  return [seconds(costs.map(({ time }) => time)), megabytes(most)];
}

/** Formats the median of the given durations, in seconds. @param times the durations, in milliseconds */
const seconds = (times: number[]): string => (percentile(times, 0.5) / 1000).toFixed(2);
