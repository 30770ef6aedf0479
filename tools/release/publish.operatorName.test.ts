import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import type childProcess from 'node:child_process';
import { userInfo } from 'node:os';

/** What git answers: Jest gives programs its own environment, so that git itself cannot be told another name. */
const execFileSync = jest.fn<(...given: unknown[]) => string>();

jest.doMock('node:child_process', () => ({
  ...jest.requireActual<typeof childProcess>('node:child_process'),
  execFileSync,
}));

beforeEach(() => {
  execFileSync.mockReset();
  jest.resetModules();
});
afterAll(() => {
  jest.dontMock('node:child_process');
});

test('who deploys is git’s user, asked for with a limit', async () => {
  const { operatorName } = await import('./publish');
  execFileSync.mockReturnValue('Ada Example\n');
  expect(operatorName()).toBe('Ada Example');
  expect(operatorName()).toBe('Ada Example');
  expect(execFileSync).toHaveBeenCalledTimes(1);
  const options = expect.objectContaining({ encoding: 'utf8', timeout: 10_000 });
  expect(execFileSync).toHaveBeenCalledWith('git', ['config', 'user.name'], options);
});

test.each([
  ['with an empty name in git', () => '\n'],
  [
    'without a name in git, or without git',
    () => {
      throw new Error('Command failed: git config user.name');
    },
  ],
])('%s it is the operating system’s', async (_title, answer) => {
  const { operatorName } = await import('./publish');
  execFileSync.mockImplementation(answer);
  expect(operatorName()).toBe(userInfo().username);
});
