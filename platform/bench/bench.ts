import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@site/shared/node/errorMessage';
import { Argument, Command } from 'commander';
import { logStep } from '../release/logStep';
import { pages } from './pages';
import type { Part, Table } from './Part';
import { release } from './release';
import { server } from './server';

const PARTS: Record<string, Part> = { pages, server, release };

const stops: (() => Promise<unknown>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

async function bench(names: string[], { edits }: { edits: string }): Promise<void> {
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
    logStep(`Measuring: ${name}`);
    const directory = await mkdtemp(join(tmpdir(), 'site-bench-'));
    const onStop = (stop: () => Promise<unknown>) => void stops.push(stop);
    onStop(() => rm(directory, { recursive: true, force: true }));
    const tables = await PARTS[name]?.({ directory, edits: Number(edits), onStop });
    console.log(tables?.map(formatTable).join(''), describeRun());
    await stopAll();
  }
}

function formatTable({ title, note, columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return ['', `## ${title}`, note, lines.join('\n'), ''].join('\n\n');
}

function describeRun(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  return `${new Date().toISOString()}, commit ${commit}, ${machine}, load ${loadavg()[1]?.toFixed(1)}.`;
}

const program = new Command('npm run bench --')
  .description('Measures the site on this machine, with the commands that deploy and serve it.')
  .addArgument(
    new Argument('[part...]', 'what to measure; by default everything').choices(Object.keys(PARTS)),
  )
  .option('--edits <amount>', 'how many edits are measured', '10')
  .action(bench);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));

program.parseAsync().catch(async (error: unknown) => {
  console.error(errorMessage(error));
  await stopAll();
  process.exit(1);
});
