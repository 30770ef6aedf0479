import { expect, test } from '@jest/globals';
import { describeDueDate } from './describeDueDate';

test.each([
  ['2026-03-01 12:00:00.000Z', 'OVERDUE by 9 days'],
  ['2026-03-09 11:00:00.000Z', 'OVERDUE by 1 day'],
  ['2026-03-10 11:59:59.000Z', 'OVERDUE'],
  ['2026-03-10 12:00:01.000Z', 'today'],
  ['2026-03-10 23:59:59.000Z', 'today'],
  ['2026-03-11 09:00:00.000Z', 'in 1 day'],
  ['2026-04-09 12:00:00.000Z', 'in 30 days'],
])('§8 what is due at %s is %s', (date, words) => {
  expect(describeDueDate(date, Date.parse('2026-03-10T12:00:00.000Z'))).toBe(words);
});
