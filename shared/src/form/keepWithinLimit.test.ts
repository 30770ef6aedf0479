import { describe, expect, test } from '@jest/globals';
import { keepWithinLimit } from './keepWithinLimit';

describe('§5 typing beyond the limit is refused', () => {
  test('a text within the limit stays as it is, with its caret', () => {
    expect(keepWithinLimit('abc', 3, 1)).toEqual({ text: 'abc', caret: 1 });
    expect(keepWithinLimit('👋👋👋', 3, 2)).toEqual({ text: '👋👋👋', caret: 2 });
  });

  test.each([
    ['at the end', 'abcd', 4, 'abc', 3],
    ['at the start, in front of what was there', 'XYabc', 2, 'abc', 0],
    ['in the middle, where some of it still fits', 'aXYZc', 4, 'aXc', 2],
  ])('what is inserted %s is cut, not what was there', (_, text, caret, kept, caretAfter) => {
    expect(keepWithinLimit(text, 3, caret)).toEqual({ text: kept, caret: caretAfter });
  });

  test('counts code points and never halves one', () => {
    expect(keepWithinLimit('👋👋👋👋', 3)).toEqual({ text: '👋👋👋', caret: 6 });
    expect(keepWithinLimit('a👋👋👋', 3)).toEqual({ text: 'a👋👋', caret: 5 });
    expect(keepWithinLimit('👋👋b', 2, 4)).toEqual({ text: '👋b', caret: 2 });
  });

  test('never gives more than the limit, wherever the caret is', () => {
    for (let caret = 0; caret <= 6; caret += 1) {
      expect(keepWithinLimit('abcdef', 3, caret).text).toHaveLength(3);
    }
  });

  test('does not go through a whole book again and again', () => {
    const started = performance.now();
    expect(keepWithinLimit('x'.repeat(50_000_000), 5000).text).toHaveLength(5000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
