import { join } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { until } from '@site/backend/testing/until';
import { logDetail } from '../release/logStep';
import { copyStore } from '../testing/copyStore';
import type { Bench, Part, Table } from './bench';
import { median } from './median';
import { describeMemory, megabytes, MEMORY_COLUMNS, readMemory, workTime } from './memory';
import type { Portfolio } from './openPortfolio';
import { runDeploy, startDeploy, startServe, type Cost } from './runDeploy';

const SIZES = [8, 1200];

/** Over how many edits, and deployments, the median goes. */
const EDITS = 10;
const DEPLOYMENTS = 3;

/** How long an edit may take. Milliseconds. */
const LIMIT = 60_000;

/** `release`: what an edit, each team's deployment and a rollback cost, with a small and with a large portfolio. */
export const release: Part = async (bench) => {
  const edits: Table['rows'] = [];
  const commands: Table['rows'] = [];
  for (const projects of SIZES) {
    const portfolio = await bench.portfolio(projects);
    edits.push([projects, ...(await measureEdits(bench, portfolio))]);
    for (const app of ['micora-remote', 'studio-remote'])
      commands.push(...(await measureDeployment(portfolio, projects, app)));
  }
  return [
    {
      title: 'An edit',
      note: `From saving until its HTML is served, \`watch\` and \`serve\` over a directory; median of the first ${EDITS}. Work: of all processors for \`watch\`. Memory of \`watch\` and what it has started, after each of ${Math.max(bench.edits, EDITS)}, MB.`,
      columns: ['projects', 's', 'work s', ...MEMORY_COLUMNS],
      rows: edits,
    },
    {
      title: 'Deployments and rollbacks',
      note: `\`npm run deploy\` from Enter to its end, over a directory; median of ${DEPLOYMENTS}. Work: of all processors. Memory: of npm and all processes together, at most.`,
      columns: ['command', 'projects', 's', 'work s', 'MB'],
      rows: commands,
    },
  ];
};

/** Edits a title again and again. It stands on the project's page, in the list, and on the page before it. */
async function measureEdits({ directory, edits }: Bench, { store, backend }: Portfolio): Promise<string[]> {
  const projects = (await signIn(backend)).collection('projects');
  const { id } = await projects.getFirstListItem('', { sort: 'created' });
  const words = ['--to', store, '--backend', backend.url];
  const served = await startServe(words);
  const watcher = startDeploy(['watch', ...words], { DATA_DIR: join(directory, 'watch') });
  const times: number[] = [];
  const samples: number[] = [];
  let before = 0;
  let work = 0;
  try {
    for (let edit = 0; edit <= Math.max(edits, EDITS); edit += 1) {
      const title = `Edit ${edit} of it`;
      const start = performance.now();
      await projects.update(id, { title });
      const isServed = async () =>
        (await (await fetch(`${served.origin}/projects/${id}`)).text()).includes(title);
      await until(`${title} is served`, isServed, LIMIT);
      // The first edit meets a watcher that is still starting.
      if (edit === 0) before = workTime(watcher.pid);
      if (edit === 0) continue;
      times.push(performance.now() - start);
      samples.push(await readMemory(watcher.pid));
    }
    work = (workTime(watcher.pid) - before) / samples.length;
  } finally {
    await watcher.stop();
    await served.stop();
  }
  return [medianOf(times.slice(0, EDITS)), (work / 1000).toFixed(2), ...describeMemory(samples)];
}

/** Deploys the checkout's build of an app, each time into a copy of the store, and takes it back. */
async function measureDeployment({ store, backend }: Portfolio, projects: number, app: string) {
  const deployed: Cost[] = [];
  const takenBack: Cost[] = [];
  for (let repeat = 0; repeat < DEPLOYMENTS; repeat += 1) {
    const copy = `${store}-${app}-${repeat}`;
    copyStore(store, copy);
    deployed.push(await runDeploy([app, '--to', copy, '--backend', backend.url]));
    takenBack.push(await runDeploy(['rollback', app, '--to', copy]));
  }
  const rows = [
    [`\`${app}\``, projects, ...describeCosts(deployed)],
    [`\`rollback ${app}\``, projects, ...describeCosts(takenBack)],
  ];
  for (const row of rows) logDetail(row.join('  '));
  return rows;
}

function describeCosts(costs: Cost[]): string[] {
  const times = [costs.map(({ time }) => time), costs.map(({ work }) => work)];
  return [...times.map(medianOf), megabytes(Math.max(...costs.map(({ memory }) => memory)))];
}

/** Seconds. */
function medianOf(times: number[]): string {
  return (median(times) / 1000).toFixed(2);
}
