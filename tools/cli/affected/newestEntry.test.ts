import { expect, test } from '@jest/globals';
import type { HistoryEntry } from '../../release/readHistory';
import { isTakenBack } from './newestEntry';

/** A history of these builds of an app, in the order in which they became live; none where it was removed. */
const history = (...versions: (string | undefined)[]) =>
  versions
    .map((version, index) => ({
      ...{
        number: index + 1,
        release: `r${index}`,
        at: '',
        apps: { other: 'x', ...(version && { app: version }) },
      },
      builds: version ? { app: { builtAt: version } } : {},
    }))
    .reverse() as HistoryEntry[];

test.each([
  ['the newest build, gone back from', 'b', ['a', 'b', 'a'], true],
  ['the newest build of an app that was removed', 'b', ['a', 'b', undefined], true],
  ['the build that is live', 'b', ['a', 'b'], false],
  ['the build that is live again', 'b', ['a', 'b', 'a', 'b'], false],
  ['a build that never was live', 'c', ['a', 'b', 'a'], false],
  ['an older one, gone back from by hand', 'a', ['a', 'b', 'a', 'b'], false],
  ['any build of an app that is new', 'a', [], false],
] as const)('%s', (_what, version, versions, taken) => {
  expect(isTakenBack(history(...versions), 'app', version)).toBe(taken);
});
