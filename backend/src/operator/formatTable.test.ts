import { expect, test } from '@jest/globals';
import { formatTable } from './formatTable';

interface Row {
  name: string;
  size: number;
}
const columns = { name: ({ name }: Row) => name, size: ({ size }: Row) => String(size) };

test('columns are as wide as their widest cell, in code points', () => {
  const rows = [
    { name: 'Ada', size: 1 },
    { name: '👩👩👩👩👩', size: 20 },
  ];
  expect(formatTable(rows, columns, 'none')).toBe('NAME   SIZE\nAda    1\n👩👩👩👩👩  20');
  expect(formatTable([], columns, 'none')).toBe('none');
});

test('a cell is one line of at most 48 characters that commands no terminal', () => {
  const name = `\u001b]0;title\u0007a\nb\u202e${'x'.repeat(60)}`;
  const [, line = ''] = formatTable([{ name, size: 1 }], columns, 'none').split('\n');
  expect(line).toBe(`]0;title a b ${'x'.repeat(34)}…  1`);
});
