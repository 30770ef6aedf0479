import { expect, test } from '@jest/globals';
import { sanitizeLine } from './sanitizeLine';

test('what a visitor wrote becomes one line that commands no terminal', () => {
  expect(sanitizeLine('\u001b]0;title\u0007a\nb\u202ec\u2028 👩 ')).toBe(']0;title a b c  👩');
});
