import { expect, test } from '@jest/globals';
import { cleanText } from './cleanText';

test.each([
  ['a zero-width space', '\u200banna@example.com', 'anna@example.com'],
  ['a direction mark', '\u202aAnna\u202c Example', 'Anna Example'],
  ['a soft hyphen', 'Anna Exam\u00adple', 'Anna Example'],
  ['a joiner in an address', 'an\u200dna@example.com\u200c', 'anna@example.com'],
  ['format characters between letters that are not ASCII', 'É\u200b\u2060É\ufeff', 'ÉÉ'],
  ['a decomposed letter', ' Jose\u0301 ', 'Jos\u00e9'],
  ['nothing but format characters', ' \u200b\u2060 ', ''],
])('§5 text with %s is sent without it', (_, typed, sent) => {
  expect(cleanText(typed)).toBe(sent);
});

test.each([
  'علی\u200cرضا',
  '👩🏽\u200d💻 and 👨\u200d👩\u200d👧',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f} flag',
  'Zoë\nB',
])('§5 %s is sent as it is, because its joiners and tags are part of its characters', (text) => {
  expect(cleanText(text)).toBe(text);
});
