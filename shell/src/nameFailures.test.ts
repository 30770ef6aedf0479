import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { nameFailures } from './nameFailures';
import type { LiveRelease } from './remotes/createLiveRelease';
import { releaseBlock, unanswered } from './remotes/testing/liveRelease';
import { studio } from './remotes/testing/releaseRemotes';

const written = jest.fn();
const live: LiveRelease = unanswered();

beforeAll(() => nameFailures({ shell: 's1', remote: studio }, live));
afterEach(() => {
  live.known = undefined;
  jest.restoreAllMocks();
});

function fail(stack: string): void {
  written.mockClear();
  jest.spyOn(console, 'error').mockImplementation(written);
  const error = new Error('no such word');
  error.stack = stack;
  dispatchEvent(new ErrorEvent('error', { error }));
}

test('an uncaught error is written in one line with app and version, and what the page was made of', () => {
  fail('Error: no such word\n at Page (https://example.com/assets/micora-remote/b1/TermsPage.js:1:2)');
  expect(written.mock.calls).toEqual([['Uncaught in micora-remote b1, page of shell s1, studio a1']]);
});

test('the release is named as soon as it is known', () => {
  live.known = releaseBlock({ id: 'r7' });
  fail('Error: no such word');
  expect(written.mock.calls).toEqual([['Uncaught in shell, page of shell s1, studio a1, release r7']]);
});

test('a page of the shell alone has no remote to name', () => {
  nameFailures({ shell: 's2' }, live);
  fail('Error: no such word');
  expect(written.mock.calls).toContainEqual(['Uncaught in shell, page of shell s2']);
});
