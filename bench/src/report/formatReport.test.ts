import { expect, test } from '@jest/globals';
import type { Report, Target } from '../Measurement';
import { formatReport } from './formatReport';

const met: Target = { name: 'CLS', wanted: '0', measured: '0.000', isMet: true };
const missed: Target = { name: 'TBT', wanted: 'at most 50 ms', measured: '80 ms', isMet: false };

function lines(...reports: Report[]): string[] {
  return formatReport({ facts: {}, reports, missing: ['No Next.js.'] }).split('\n');
}

test('the targets of all measurements stand together, with how many are met', () => {
  const text = lines({ tables: [], targets: [met] }, { tables: [], targets: [missed] });
  expect(text).toContain('## Targets: 1 of 2 met');
  expect(text).toContain('| CLS | 0 | 0.000 | yes |');
  expect(text).toContain('| TBT | at most 50 ms | 80 ms | **no** |');
});

test('a table keeps its columns whatever is in a cell', () => {
  const table = {
    title: 'Loads',
    note: 'One each.',
    columns: ['page', 'says'],
    rows: [['home', 'a | b\nc']],
  };
  const text = lines({ tables: [table], targets: [] });
  expect(text).toEqual(expect.arrayContaining(['## Loads', 'One each.', '| home | a \\| b c |']));
});

test('what could not be measured is said', () => {
  expect(lines()).toContain('No Next.js.');
});
