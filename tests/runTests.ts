import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '..');
const results = join(repository, 'test-results');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Outcome {
  script: string;
  hasPassed: boolean;
}

/**
 * Runs package.json scripts, and continues if one fails. At the end, prints one line, such as `12 passed, 0 failed`. A
 * script that fails without reporting a failed test counts as one failed test.
 *
 * @param groups single scripts, and groups of scripts joined by plus signs. Single scripts run one after another. All
 *   grouped scripts start at once, run in parallel with everything else, and print their output once they have ended.
 */
async function runTests(groups: string[]): Promise<void> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const parallel = groups.filter((group) => group.includes('+')).flatMap((group) => group.split('+'));
  const sequential = groups.filter((group) => !group.includes('+'));

  const inBackground = parallel.map((script) => run(script, { isLive: false }));
  const outcomes: Outcome[] = [];
  for (const script of sequential) outcomes.push(await run(script, { isLive: true }));
  outcomes.push(...(await Promise.all(inBackground)));

  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { script, hasPassed } of outcomes) {
    const { passed, failed, skipped } = readCounts(script);
    total.passed += passed;
    total.failed += hasPassed ? failed : Math.max(failed, 1);
    total.skipped += skipped;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param isLive whether to print the output as it arrives, rather than all at once when the script has ended */
async function run(script: string, { isLive }: { isLive: boolean }): Promise<Outcome> {
  if (isLive) console.log(`== ${script}`);
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: repository,
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const hasPassed = await new Promise<boolean>((done) => {
    child.on('error', () => done(false)).on('close', (code) => done(code === 0));
  });
  if (!isLive) console.log(`== ${script}${hasPassed ? '' : ' FAILED'}\n${output}`);
  return { script, hasPassed };
}

/** Returns only zeros for a script without a Jest or Playwright report, such as lint. */
function readCounts(script: string): Counts {
  const file = join(results, `${script.replaceAll(':', '-')}.json`);
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as
    Record<string, number> | { stats: Record<string, number> };
  // Playwright puts the counts into `stats`. Jest puts them at the top level.
  const counts = (typeof report.stats === 'object' ? report.stats : report) as Record<string, number>;
  const sum = (...names: string[]) => names.reduce((total, name) => total + (counts[name] ?? 0), 0);
  return {
    passed: sum('numPassedTests', 'expected', 'flaky'),
    failed: sum('numFailedTests', 'numRuntimeErrorTestSuites', 'unexpected'),
    skipped: sum('numPendingTests', 'skipped'),
  };
}

await runTests(process.argv.slice(2));
