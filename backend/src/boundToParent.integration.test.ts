import { expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { boundToParent } from './boundToParent';
import { until } from './testing/until';

jest.setTimeout(30_000);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A process that starts children, one of which is deaf to SIGTERM, tells their pids, and waits. */
async function startParent() {
  const code = `
    const { spawn } = require('node:child_process');
    const { boundToParent } = require(${JSON.stringify(resolve(__dirname, 'boundToParent.ts'))});
    const start = (command, words, signal) =>
      spawn(...boundToParent(command, words, signal), { stdio: 'ignore', detached: true }).pid;
    const deaf = "trap '' TERM; while :; do sleep 1; done";
    console.log([start('sh', ['-c', deaf]), start('sleep', ['60'], 'SIGTERM')].join(' '));
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', code], {
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, children: String(line).trim().split(' ').map(Number) };
}

test.each(['SIGKILL', 'SIGTERM'] as const)('children end with a parent that gets %s', async (signal) => {
  const { parent, children } = await startParent();
  expect(children.map(isThere)).toEqual([true, true]);
  parent.kill(signal);
  await until('all children have ended', () => !children.some(isThere));
});

test('a command that has ended in time is just that command, with its pid and exit code', async () => {
  const child = spawn(...boundToParent('sh', ['-c', 'echo $$; exit 3']), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  expect(Number(printed)).toBe(child.pid);
  expect(await once(child, 'exit')).toEqual([3, null]);
});
