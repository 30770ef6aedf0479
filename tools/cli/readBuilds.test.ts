import { expect, test } from '@jest/globals';
import { isTakenBack } from './readBuilds';

/** A history, newest first, of versions as they became live; `<` before one that a rollback made live. */
const history = (...versions: string[]) =>
  versions
    .map((version) => ({
      apps: { app: version.replace('<', '') },
      what: version.startsWith('<') ? `rollback app ${version.slice(1)}` : 'deploy app',
    }))
    .reverse();

test.each([
  ['that is live', ['1', '2'], '2', false],
  ['that never was', ['1'], '2', false],
  ['that was until a rollback', ['1', '2', '<1'], '2', true],
  ['that was until a rollback, before other news', ['1', '2', '<1', '1'], '2', true],
  ['that another one has followed, as before a change is reverted', ['1', '2'], '1', false],
  ['that was taken back, and deployed again, and followed', ['1', '2', '<1', '2', '3'], '2', false],
  ['that was taken back and is live again', ['1', '2', '<1', '2'], '2', false],
  ['of the first deployment', [], '1', false],
])('a build %s is left out unless it is named: %j, %s: %s', (_what, versions, version, isOut) => {
  expect(isTakenBack(history(...versions), 'app', version)).toBe(isOut);
});

test('a rollback of another app does not count', () => {
  const entries = [
    { apps: { app: '1' }, what: 'rollback other 1' },
    { apps: { app: '2' }, what: 'deploy app' },
  ];
  expect(isTakenBack(entries, 'app', '2')).toBe(false);
});
