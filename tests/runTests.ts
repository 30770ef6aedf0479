import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '..');
const results = join(repository, 'test-results');

/** What a runner has counted. */
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs scripts of package.json one after the other, all of them even if one fails, and ends with one line for all:
 * `N passed, N failed`. Those that are joined by a plus sign run side by side, and tell what they have to say at their
 * end; the others need not wait for them. A script that fails without a test that does counts as one.
 */
async function runTests(groups: string[]): Promise<void> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const [aside, alone] = [true, false].map((wanted) =>
    groups.filter((group) => group.includes('+') === wanted).flatMap((group) => group.split('+')),
  );
  const checks = (aside ?? []).map((name) => run(name, false));
  const ended: { name: string; hasPassed: boolean }[] = [];
  for (const name of alone ?? []) ended.push(await run(name, true));
  ended.push(...(await Promise.all(checks)));

  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, hasPassed } of ended) {
    const { passed, failed, skipped } = countsOf(name);
    total.passed += passed;
    total.failed += hasPassed ? failed : Math.max(failed, 1);
    total.skipped += skipped;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param isHeard whether it writes to the terminal at once */
async function run(name: string, isHeard: boolean): Promise<{ name: string; hasPassed: boolean }> {
  if (isHeard) console.log(`== ${name}`);
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: repository,
    stdio: ['ignore', isHeard ? 'inherit' : 'pipe', isHeard ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const hasPassed = await new Promise<boolean>((done) => {
    child.on('error', () => done(false)).on('close', (code) => done(code === 0));
  });
  if (!isHeard) console.log(`== ${name}${hasPassed ? '' : ' FAILED'}\n${output}`);
  return { name, hasPassed };
}

/** What Jest or Playwright says of a script's tests in `test-results`; nothing of one that has none. */
function countsOf(name: string): Counts {
  const file = join(results, `${name.replaceAll(':', '-')}.json`);
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const said = JSON.parse(readFileSync(file, 'utf8')) as
    Record<string, number> | { stats: Record<string, number> };
  const counts = (typeof said.stats === 'object' ? said.stats : said) as Record<string, number>;
  const sumOf = (...names: string[]) => names.reduce((sum, one) => sum + (counts[one] ?? 0), 0);
  return {
    passed: sumOf('numPassedTests', 'expected', 'flaky'),
    failed: sumOf('numFailedTests', 'numRuntimeErrorTestSuites', 'unexpected'),
    skipped: sumOf('numPendingTests', 'skipped'),
  };
}

await runTests(process.argv.slice(2));
