import { expect, test } from '@jest/globals';
import { median } from './median';

test.each([
  [[3], 3],
  [[10, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('no values have no median', () => {
  expect(() => median([])).toThrow('no values');
});
