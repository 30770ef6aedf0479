import { expect, jest, test } from '@jest/globals';
import { reportUncaughtErrors } from './reportUncaughtErrors';
import { releaseManifest, studio, unanswered } from '../testing/liveRelease';

const source = { commit: '1234567890', clean: true, builtAt: '', node: '' };
const builds = { shell: source, 'studio-remote': { builtAt: '', node: '' } };
const terms = ' at Page (https://example.com/assets/micora-remote/b1/TermsPage.js:1:2)';
const live = unanswered();

test.each([
  ['with app and version', terms, undefined, 'micora-remote b1', ''],
  ['with the release if it has been loaded', '', releaseManifest({ id: 'r7' }), 'shell', ', release r7'],
  [
    'with the commits of the builds',
    '',
    releaseManifest({ builds }),
    'shell',
    ', release r1 (shell 1234567)',
  ],
])('an uncaught error is logged in one line, %s', (_what, stack, release, app, rest) => {
  live.release = release;
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const listen = jest.spyOn(window, 'addEventListener');
  reportUncaughtErrors({ shell: 's1', remote: studio }, live);
  const error = Object.assign(new Error('no such word'), { stack: `Error: no such word\n${stack}` });
  dispatchEvent(new ErrorEvent('error', { error }));
  expect(logged.mock.calls).toEqual([[`Uncaught in ${app}, page of shell s1, studio a1${rest}`]]);
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
});
