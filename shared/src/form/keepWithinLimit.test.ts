import { expect, test } from '@jest/globals';
import { keepWithinLimit } from './keepWithinLimit';

test.each([
  ['abc', 3, 1, 'abc', 1],
  ['👋👋👋', 3, 2, '👋👋👋', 2],
  // Inserted at the end, at the start, and in the middle, where some of it still fits.
  ['abcd', 3, 4, 'abc', 3],
  ['XYabc', 3, 2, 'abc', 0],
  ['aXYZc', 3, 4, 'aXc', 2],
  ['👋👋👋👋', 3, undefined, '👋👋👋', 6],
  ['a👋👋👋', 3, undefined, 'a👋👋', 5],
  ['👋👋b', 2, 4, '👋b', 2],
  ['abcdef', 3, 0, 'abc', 0],
])(
  '§5 of %s the first %i code points stay, or those around the caret at %s: %s',
  (text, limit, caret, kept, after) => {
    expect(keepWithinLimit(text, limit, caret)).toEqual({ text: kept, caret: after });
  },
);

test('§5 a whole book is cut', () => {
  expect(keepWithinLimit('x'.repeat(50_000_000), 5000).text).toHaveLength(5000);
});
