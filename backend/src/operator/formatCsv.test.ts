import { expect, test } from '@jest/globals';
import { formatCsv } from './formatCsv';

const cell = (text: string) => formatCsv([{ text }], ['text']).split('\r\n').slice(1, -1).join('\r\n');

test('no cell is a formula', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '|', '%', '＝', '＋', '－', '＠', ' =', '\n=']) {
    expect(cell(`${sign}1`)).toBe(`"'${sign}1"`);
  }
  for (const text of ['1-2', 'a=b', 'ada@example.com', '', "'quoted"]) expect(cell(text)).toBe(`"${text}"`);
});

test('quotes are doubled, so that no text leaves its cell', () => {
  expect(cell('a","=1')).toBe('"a"",""=1"');
});
