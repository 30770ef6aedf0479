import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { openPlaces } from './openPlaces';
import type { Answer } from './receiveAnswer';
import { shareReads } from './shareReads';

// proxyBackend.test.ts tests concurrent reads.

let read: ReturnType<typeof shareReads>;
/** How many users each response has, oldest response first. A call of `lend` adds a user. */
let loans: number[];
let cutOff: (() => void)[];

beforeEach(() => {
  jest.useFakeTimers();
  read = shareReads({ takePlace: openPlaces({ total: 2, perVisitor: 1 }), wait: 5000 });
  [loans, cutOff] = [[], []];
});
afterEach(() => {
  jest.useRealTimers();
});

const as = (visitor: string) => ({ visitor, gone: new AbortController().signal });

/** A backend that gives a new response each time. */
function answers(status: number): () => Promise<Answer> {
  return () => {
    const index = loans.push(0) - 1;
    return Promise.resolve({
      ...{ status, headers: {}, body: Buffer.from(String(index)) },
      lend: (cut: () => void) => {
        loans[index] = (loans[index] ?? 0) + 1;
        cutOff[index] = cut;
        return () => (loans[index] = (loans[index] ?? 0) - 1);
      },
    });
  };
}

const bodyOf = (outcome: Awaited<ReturnType<typeof read>>) =>
  typeof outcome === 'string' ? outcome : String(outcome.body);

test('a 200 is reused for one second, and its memory is then freed', async () => {
  const ask = answers(200);
  expect(bodyOf(await read('a', as('1'), ask))).toBe('0');
  await jest.advanceTimersByTimeAsync(990);
  expect(bodyOf(await read('a', as('2'), ask))).toBe('0');
  expect(bodyOf(await read('b', as('2'), ask))).toBe('1');
  expect(loans).toEqual([1, 1]);
  await jest.advanceTimersByTimeAsync(20);
  expect(loans[0]).toBe(0);
  expect(bodyOf(await read('a', as('2'), ask))).toBe('2');
});

test('a response whose memory is needed is not reused', async () => {
  const ask = answers(200);
  await read('a', as('1'), ask);
  cutOff[0]?.();
  expect(bodyOf(await read('a', as('1'), ask))).toBe('1');
});

test.each([400, 404, 429, 500])('a response with status %d is not reused', async (status) => {
  const ask = answers(status);
  for (const body of ['0', '1']) expect(bodyOf(await read('a', as('1'), ask))).toBe(body);
});

test('the next read does not reuse a failed read', async () => {
  for (let time = 0; time < 3; time += 1)
    expect(await read('a', as('1'), () => Promise.resolve('unavailable'))).toBe('unavailable');
});

const never = () => new Promise<never>(() => undefined);

test('a read that waits too long for a place is answered with "busy"', async () => {
  void read('a', as('1'), never);
  const waiting = read('b', as('1'), answers(200));
  await jest.advanceTimersByTimeAsync(5000);
  expect(await waiting).toBe('busy');
  expect(loans).toEqual([]);
});

test('the read of a visitor who leaves while waiting is not sent', async () => {
  void read('a', as('1'), never);
  const leaving = new AbortController();
  const left = read('b', { visitor: '1', gone: leaving.signal }, answers(200));
  leaving.abort();
  expect(await left).toBe('busy');
  expect(loans).toEqual([]);
});
