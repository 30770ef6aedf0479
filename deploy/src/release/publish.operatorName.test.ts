import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import type childProcess from 'node:child_process';
import { userInfo } from 'node:os';

/** What git answers: Jest gives programs its own environment, so that git itself cannot be told another name. */
const spawnSync = jest.fn<(...given: unknown[]) => { stdout: string | null; error?: Error }>();

jest.doMock('node:child_process', () => ({
  ...jest.requireActual<typeof childProcess>('node:child_process'),
  spawnSync,
}));

beforeEach(() => {
  spawnSync.mockReset();
  jest.resetModules();
});
afterAll(() => {
  jest.dontMock('node:child_process');
});

test('who deploys is git’s user, asked for with a limit', async () => {
  const { operatorName } = await import('./publish');
  spawnSync.mockReturnValue({ stdout: 'Ada Example\n' });
  expect(operatorName()).toBe('Ada Example');
  expect(operatorName()).toBe('Ada Example');
  expect(spawnSync).toHaveBeenCalledTimes(1);
  expect(spawnSync).toHaveBeenCalledWith('git', ['config', 'user.name'], { encoding: 'utf8', timeout: 5000 });
});

test.each([
  ['without a name in git', { stdout: '\n' }],
  ['without git', { stdout: null, error: new Error('ENOENT') }],
])('%s it is the operating system’s', async (_title, answer) => {
  const { operatorName } = await import('./publish');
  spawnSync.mockReturnValue(answer);
  expect(operatorName()).toBe(userInfo().username);
});
