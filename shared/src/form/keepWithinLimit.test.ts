import { expect, test } from '@jest/globals';
import { keepWithinLimit } from './keepWithinLimit';

test.each([
  ['abc', 3, 1, 'abc', 1],
  ['👋👋👋', 3, 2, '👋👋👋', 2],
  // In the next three cases, text is inserted at the end, at the start, and in the middle, where only part of it fits.
  ['abcd', 3, 4, 'abc', 3],
  ['XYabc', 3, 2, 'abc', 0],
  ['aXYZc', 3, 4, 'aXc', 2],
  ['👋👋👋👋', 3, undefined, '👋👋👋', 6],
  ['a👋👋👋', 3, undefined, 'a👋👋', 5],
  ['👋👋b', 2, 4, '👋b', 2],
  ['abcdef', 3, 0, 'abc', 0],
  // These emoji have several code points and are never cut in two: a profession, a skin tone, a flag, a family.
  ['ab👩🏽‍💻', 6, undefined, 'ab👩🏽‍💻', 9],
  ['ab👩🏽‍💻', 5, undefined, 'ab', 2],
  ['👍🏽', 1, undefined, '', 0],
  ['🇬🇧🇫🇷', 3, undefined, '🇬🇧', 4],
  ['👨‍👩‍👧‍👦c', 8, 11, '👨‍👩‍👧‍👦c', 11],
  ['👨‍👩‍👧‍👦c', 7, 11, 'c', 0],
  ['e\u0301e\u0301', 3, undefined, 'e\u0301', 2],
])('§5 %s is cut to %i code points, before the caret at %s: %s', (text, limit, caret, kept, after) => {
  expect(keepWithinLimit(text, limit, caret)).toEqual({ text: kept, caret: after });
});

test('§5 in a browser without Intl.Segmenter, text is cut between code points', () => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  try {
    expect(keepWithinLimit('a👍🏽', 2)).toEqual({ text: 'a👍', caret: 3 });
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});

test('§5 a very long text is cut', () => {
  expect(keepWithinLimit('x'.repeat(50_000_000), 5000).text).toHaveLength(5000);
});
