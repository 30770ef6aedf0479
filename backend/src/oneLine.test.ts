import { describe, expect, test } from '@jest/globals';
import { oneLine } from '../pb_hooks/oneLine.cjs';

test('what a visitor wrote becomes one line that commands no terminal', () => {
  expect(oneLine('\u001b]0;title\u0007a\nb\u2028 👩 \u00a0\u2800 ')).toBe(']0;title a b 👩');
});

const INVISIBLE = {
  'direction marks': '\u200e\u200f\u061c',
  'direction embeddings and overrides': '\u202a\u202b\u202c\u202d\u202e',
  'direction isolates': '\u2066\u2067\u2068\u2069',
  'zero width characters': '\u200b\u200c\u200d\u2060\u034f',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'variation selectors': '\ufe00\ufe0e\ufe0f\u{e0100}\u180b',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'tags, of which whole texts can be written': '\u{e0041}\u{e0042}\u{e007f}',
};

describe('nothing invisible is left', () => {
  test.each(Object.entries(INVISIBLE))('%s', (_, characters) => {
    for (const character of characters)
      expect(oneLine(`${character}Ada${character}Example${character}`)).toBe('AdaExample');
  });
});

test.each(['👩‍💻', '👩🏽‍🔬', '❤️‍🔥', '🏳️‍🌈', '👨‍👩‍👧‍👦', '❤️'])('an emoji of several parts stays whole: %s', (emoji) => {
  expect(oneLine(`Ada ${emoji}`)).toBe(`Ada ${emoji}`);
});
