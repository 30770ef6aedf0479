import { expect, test } from '@jest/globals';
import { toLine } from './toLine';

test('what a visitor wrote becomes one line that commands no terminal', () => {
  expect(toLine('\u001b]0;title\u0007a\nb\u202ec\u2028 👩 ')).toBe(']0;title a b c  👩');
});
