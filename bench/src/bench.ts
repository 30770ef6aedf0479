import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '@site/backend/messageOf';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { logStep } from '@site/tools/release/logStep';
import { Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { git } from '../../tools/build/git';
import { createCertificate } from './createCertificate';
import { launchBrowser } from './launchBrowser';
import type { Bench, Measurement, Report } from './Measurement';
import { measureFreshness } from './measurements/freshness';
import { measureLighthouse } from './measurements/lighthouse';
import { measureLoad } from './measurements/load';
import { measureMemory } from './measurements/memory';
import { measureMoves } from './measurements/moves';
import { measurePages } from './measurements/pages';
import { measurePictures } from './measurements/pictures';
import { formatReport } from './report/formatReport';
import { measureReleaseCosts } from './measurements/releaseCosts';
import { measureReturningVisitor } from './measurements/returningVisitor';
import { measureRudeClients } from './measurements/rudeClients';
import { deploySite } from './subjects/deploySite';
import { startSubjects } from './subjects/startSubjects';

const repository = resolve(import.meta.dirname, '../..');
const results = join(repository, 'bench/results.md');

const measurements: Record<string, Measurement> = {
  pages: measurePages,
  pictures: measurePictures,
  lighthouse: measureLighthouse,
  moves: measureMoves,
  'returning-visitor': measureReturningVisitor,
  'release-costs': measureReleaseCosts,
  freshness: measureFreshness,
  load: measureLoad,
  memory: measureMemory,
  'rude-clients': measureRudeClients,
};

/** `npm run bench`: builds everything that is compared, measures it in one run, and writes what came out. */
async function bench({ only }: { only?: string[] }): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  const directory = await mkdtemp(join(tmpdir(), 'site-bench-'));
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await rm(directory, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    logStep('Building and starting what is compared');
    const backend = await startTestBackend({ seeded: true });
    stops.push(() => backend.stop());
    const certificate = await createCertificate(directory);
    const browser = await launchBrowser(certificate);
    stops.push(() => browser.close());
    const site = await deploySite(repository, directory, backend.url);
    const { subjects, missing } = await startSubjects({
      site,
      directory,
      backendUrl: backend.url,
      certificate,
      onStop: (stop) => stops.push(stop),
    });
    const setting: Bench = { repository, directory, backend, site, subjects, browser, certificate };

    const reports: Report[] = [];
    const failed: string[] = [];
    for (const [name, measure] of Object.entries(measurements)) {
      if (only && !only.includes(name)) continue;
      logStep(`Measuring: ${name}`);
      try {
        reports.push(await measure(setting));
      } catch (error) {
        failed.push(`${name} could not be measured: ${messageOf(error)}`);
      }
    }
    const facts = { ...describeMachine(), Chromium: browser.version() };
    const text = await format(formatReport({ facts, reports, missing }), {
      ...(await resolveConfig(results)),
      parser: 'markdown',
    });
    console.log(text);
    if (failed.length > 0) throw new Error(failed.join('\n'));
    if (only) return logStep('bench/results.md is written by a complete run only.');
    await writeFile(results, text);
    logStep('bench/results.md is written.');
  } finally {
    await stopAll();
  }
}

function describeMachine(): Record<string, string> {
  const processors = cpus();
  return {
    'How to repeat': '`npm ci && npm run bench`',
    Date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    Commit: git(repository, 'describe', '--always', '--dirty') ?? 'unknown',
    Machine: `${processors.length} × ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    Node: process.version,
  };
}

const program = new Command('bench')
  .description(
    'Measures the site against a monolith of the same sources, itself without scripts, and Next.js.',
  )
  .addOption(new Option('--only <part...>', 'measures parts alone').choices(Object.keys(measurements)))
  .action(bench);

program.parseAsync().catch((error: unknown) => {
  console.error(messageOf(error));
  // Whatever a failure has left running ends with this process.
  process.exit(1);
});
