import { afterEach, expect, jest, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { processesWith } from './testing/processesWith';
import { until } from './testing/until';

jest.setTimeout(30_000);

let sleepers: number[] = [];
const parents: ChildProcess[] = [];

afterEach(() => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
  for (const pid of sleepers.filter(isThere)) process.kill(pid, 'SIGKILL');
});

const isThere = (pid: number): boolean =>
  processesWith(' sleep 60').some((line) => Number.parseInt(line) === pid);

/** A process that starts children which do nothing, runs the code, and waits. */
async function startParent(children: number, code: string) {
  const parent = spawn(
    process.execPath,
    [
      '--require',
      'tsx/cjs',
      '--eval',
      `const { spawn } = require('node:child_process');
      const { endWithParent } = require(${JSON.stringify(resolve(__dirname, 'endWithParent.ts'))});
      const children = Array.from({ length: ${children} }, () => spawn('sleep', ['60'], { stdio: 'ignore' }));
      const callOffs = children.map(({ pid }) => endWithParent(pid));
      ${code}
      console.log(children.map(({ pid }) => pid).join(' '));`,
    ],
    { cwd: __dirname, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  parents.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  sleepers = String(line).trim().split(' ').map(Number);
  return { parent, watches: () => processesWith(`end-with-parent ${parent.pid}`) };
}

test('one shell watches over all children, which end with a parent that is killed', async () => {
  const { parent, watches } = await startParent(3, '');
  expect(watches()).toHaveLength(1);
  expect(sleepers.filter(isThere)).toHaveLength(3);
  parent.kill('SIGKILL');
  await until('all children have ended', () => !sleepers.some(isThere));
  await until('the shell has ended', () => watches().length === 0);
});

test('a pid that has been called off is left alone, and the others are not', async () => {
  const { parent } = await startParent(3, 'callOffs[1]();');
  parent.kill('SIGKILL');
  await until('the others have ended', () => sleepers.filter(isThere).length === 1);
  expect(isThere(sleepers[1] ?? NaN)).toBe(true);
});

test('a shell that was killed is replaced with the next child, and watches over those before it, too', async () => {
  const { parent, watches } = await startParent(
    2,
    `process.stdin.on('data', () => endWithParent(children[1].pid));`,
  );
  process.kill(Number.parseInt(watches().join()), 'SIGKILL');
  await until('the shell has ended', () => watches().length === 0);
  await until('there is another one', () => {
    // The parent hears of the end a moment later than it can be seen.
    parent.stdin.write('next');
    return watches().length === 1;
  });
  parent.kill('SIGKILL');
  await until('all children have ended', () => !sleepers.some(isThere));
});

test('the shell keeps no process that is done', async () => {
  const { parent, watches } = await startParent(1, 'children[0].kill(); callOffs[0]();');
  await once(parent, 'exit');
  await until('the shell has ended', () => watches().length === 0);
});
