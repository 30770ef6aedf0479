import { expect, jest, test } from '@jest/globals';
import { releaseManifest, studio } from '../../testing/liveRelease';
import { logUncaughtError } from './logUncaughtError';

const source = { commit: '1234567890', clean: true, builtAt: '', node: '' };
const builds = { shell: source, 'studio-remote': { builtAt: '', node: '' } };
const terms = ' at Page (https://example.com/assets/micora-remote/b1/TermsPage.js:1:2)';

test.each([
  ['with app and version', terms, {}, 'micora-remote b1', ', release r1'],
  ['with the shell if no script is named', '', { id: 'r7' }, 'shell', ', release r7'],
  ['with the commits of the builds', '', { builds }, 'shell', ', release r1 (shell 1234567)'],
])('an uncaught error is logged in one line, %s', (_what, stack, release, app, rest) => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = Object.assign(new Error('no such word'), { stack: `Error: no such word\n${stack}` });
  const page = { shell: 's1', remote: studio };
  logUncaughtError([error], page, releaseManifest(release));
  logUncaughtError([error, 'chunk'], page, releaseManifest(release));
  expect(logged.mock.calls).toEqual([[`Uncaught in ${app}, page of shell s1, studio a1${rest}`]]);
});
