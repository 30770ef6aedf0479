import { expect, test } from '@jest/globals';
import { isTakenBack } from './readBuilds';

const history = (...versions: string[]) => versions.map((version) => ({ apps: { app: version } })).reverse();

test.each([
  ['that is live', ['1', '2'], '2', false],
  ['that never was', ['1'], '2', false],
  ['that was, and has been taken back', ['1', '2', '1'], '2', true],
  ['that was before another one', ['1', '2'], '1', true],
  ['that was taken back and is live again', ['1', '2', '1', '2'], '2', false],
  ['of the first deployment', [], '1', false],
])('a build %s is left out unless it is named: %j, %s: %s', (_what, versions, version, isOut) => {
  expect(isTakenBack(history(...versions), 'app', version)).toBe(isOut);
});

test('what another app was does not count', () => {
  expect(isTakenBack([{ apps: { app: '1' } }, { apps: { other: '2' } }], 'app', '2')).toBe(false);
});
