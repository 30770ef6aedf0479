/** @jest-environment node */
import { jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { processesWith } from '@site/backend/testing/processesWith';
import { until } from '@site/backend/testing/until';

jest.setTimeout(30_000);

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'when the parent receives %s, even a child that ignores SIGTERM is killed',
  async (signal) => {
    const name = `deaf-${process.pid}-${signal}`;
    const code = `
    const { spawn } = require('node:child_process');
    const { endWithParent } = require(${JSON.stringify(resolve(__dirname, 'endWithParent.ts'))});
    spawn(...endWithParent('sh', ['-c', "trap '' TERM; while :; do sleep 1; done", '${name}']), { detached: true });
    setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', code], { cwd: __dirname });
    const children = () =>
      processesWith(name).filter((line) => line.includes('trap') && !line.includes('require'));
    await until('the child runs', () => children().length > 0);
    parent.kill(signal);
    await until('the child has ended', () => children().length === 0);
  },
);
