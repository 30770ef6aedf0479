import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { failureLog } from './failureLog';

const MINUTE = 60_000;

let lines: string[];
let failures: ReturnType<typeof failureLog>;
beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  failures = failureLog((line) => lines.push(line));
});
afterEach(() => {
  jest.useRealTimers();
});

test('logs a failure at once, and the number of its repetitions a minute later', () => {
  const failure = new Error('The disk is full.');
  for (let time = 0; time < 1000; time += 1) failures.report(failure);
  expect(lines).toEqual([expect.stringMatching(/^Error: The disk is full\. at .*failureLog\.test\.ts/)]);
  jest.advanceTimersByTime(MINUTE);
  expect(lines.splice(1)).toEqual([`1000 times within a minute: ${lines[0]}`]);
  failures.report(failure);
  expect(lines.splice(1)).toEqual(lines);
  // The log has no count for a failure that was not repeated.
  jest.advanceTimersByTime(10 * MINUTE);
  expect(lines).toHaveLength(1);
});

test('limits how many different failures are logged', () => {
  for (let time = 0; time < 1000; time += 1) failures.report(`No file ${time}`);
  expect(lines).toHaveLength(21);
  expect(lines.splice(0).slice(-2)).toEqual([...['No file 19', 'Too many different failures to log']]);
  jest.advanceTimersByTime(MINUTE);
  expect(lines).toEqual(['980 times within a minute: Too many different failures to log']);
});

test.each([
  ["ENOENT, open '/about?userId=u&secret=secret-word'", 'secret-word'],
  ['GET /micora/verification?userId=u&secret=secret-word is odd', 'secret-word'],
  ['a\nFAKE line', '\n'],
  ['a\r\x1b[2J\u0085\u2028b', '\x1b'],
  ['a'.repeat(100_000), 'a'.repeat(1001)],
])('a log line has no query, no line break and a limited length: %#', (message, part) => {
  for (const failure of [new Error(message), message]) failures.report(failure);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toContain(part);
    expect(line).toMatch(/^[^\p{Control}\u2028\u2029]{1,1000}$/u);
  }
});
