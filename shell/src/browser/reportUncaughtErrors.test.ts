import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { reportUncaughtErrors } from './reportUncaughtErrors';
import type { LiveRelease } from './remotes/createLiveRelease';
import { releaseManifest, unanswered } from '../testing/liveRelease';
import { studio } from '../testing/releaseRemotes';

const written = jest.fn();
const live: LiveRelease = unanswered();

beforeAll(() => reportUncaughtErrors({ shell: 's1', remote: studio }, live));
afterEach(() => {
  live.release = undefined;
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
  live.release = releaseManifest({ id: 'r7' });
  fail('Error: no such word');
  expect(written.mock.calls).toEqual([['Uncaught in shell, page of shell s1, studio a1, release r7']]);
});

test('the release’s builds are named with their commits', () => {
  const source = { commit: '1234567890', clean: true, builtAt: '', node: '' };
  live.release = releaseManifest({
    id: 'r8',
    builds: { shell: source, 'studio-remote': { builtAt: '', node: '' } },
  });
  fail('Error: no such word');
  expect(written.mock.calls).toEqual([
    ['Uncaught in shell, page of shell s1, studio a1, release r8 (shell 1234567)'],
  ]);
});

test('a page of the shell alone has no remote to name', () => {
  reportUncaughtErrors({ shell: 's2' }, live);
  fail('Error: no such word');
  expect(written.mock.calls).toContainEqual(['Uncaught in shell, page of shell s2']);
});
