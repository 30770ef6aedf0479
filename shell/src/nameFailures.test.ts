import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { nameFailures } from './nameFailures';

const written = jest.fn();

beforeAll(() => nameFailures({ id: 'r1', shell: 's1', remotes: [] }));
afterEach(() => void jest.restoreAllMocks());

function fail(stack: string): void {
  written.mockClear();
  jest.spyOn(console, 'error').mockImplementation(written);
  const error = new Error('no such word');
  error.stack = stack;
  dispatchEvent(new ErrorEvent('error', { error }));
}

test('an uncaught error is written in one line with release, app and version', () => {
  fail('Error: no such word\n at Page (https://example.com/assets/studio-remote/a1/HomePage.js:1:2)');
  expect(written.mock.calls).toEqual([['Uncaught in release r1, studio-remote a1']]);
});

test('one from nowhere is the shell’s', () => {
  fail('Error: no such word');
  expect(written.mock.calls).toEqual([['Uncaught in release r1, shell s1']]);
});
