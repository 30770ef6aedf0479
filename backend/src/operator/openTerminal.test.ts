import { afterEach, expect, jest, test } from '@jest/globals';
import { openTerminal } from './openTerminal';

const { isTTY } = process.stdout;
const print = jest.spyOn(console, 'log').mockReturnValue();
afterEach(() => {
  process.stdout.isTTY = isTTY;
  print.mockReset();
});

// What is in an export, as CSV or as JSON, in which U+009B begins a command as ESC [ does.
const WRITTEN = '"\u001b]0;title\u0007a","b\u202ec"\r\n{\n  "d": "\u009b31m\te"\n}';

test.each([
  [true, '" ]0;title a","bc" \n{\n  "d": " 31m\te"\n}'],
  [false, WRITTEN],
])(
  'what visitors wrote commands no terminal, and goes elsewhere as it is (a terminal: %s)',
  (isHere, text) => {
    process.stdout.isTTY = isHere;
    openTerminal().out(WRITTEN);
    expect(print.mock.calls).toEqual([[text]]);
  },
);
