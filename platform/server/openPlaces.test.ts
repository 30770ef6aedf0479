import { expect, test } from '@jest/globals';
import { openPlaces, type PlaceLimits } from './openPlaces';

const LONG = 60_000;

/** Waits until all promises that can settle have settled. */
const settled = () => new Promise((done) => setImmediate(done));

/** Requests places for visitors' calls, and lists the visitors in the order in which they got a place. */
function asking(limits: PlaceLimits) {
  const take = openPlaces(limits);
  const given: string[] = [];
  const leave: (() => void)[] = [];
  const ask = (visitor: string, signal?: AbortSignal) =>
    void take(visitor, LONG, signal).then((place) => {
      if (!place) return;
      given.push(visitor);
      leave.push(place);
    });
  return { take, ask, given, leave };
}

test('limits the number of occupied places in total and per visitor', async () => {
  const { ask, given, leave } = asking({ total: 3, perVisitor: 2 });
  for (const visitor of ['a', 'a', 'a', 'b', 'c']) ask(visitor);
  await settled();
  expect(given).toEqual(['a', 'a', 'b']);
  leave[2]?.();
  await settled();
  expect(given).toEqual(['a', 'a', 'b', 'c']);
  leave[0]?.();
  await settled();
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a']);
});

test('reuses a place only once, even if it is given back twice', async () => {
  const { ask, given, leave } = asking({ total: 1, perVisitor: 1 });
  for (const visitor of ['a', 'b', 'c']) ask(visitor);
  await settled();
  leave[0]?.();
  leave[0]?.();
  await settled();
  expect(given).toEqual(['a', 'b']);
});

test('waiting visitors get places in turn, however many calls one visitor has', async () => {
  const { ask, given, leave } = asking({ total: 1, perVisitor: 1 });
  ask('d');
  for (const visitor of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(visitor);
  for (let count = 0; count < 8; count += 1) {
    await settled();
    leave[count]?.();
  }
  expect(given.join('')).toBe('dabcabaa');
});

test('a visitor who times out or leaves does not occupy a place', async () => {
  const { take, ask, given, leave } = asking({ total: 1, perVisitor: 1 });
  ask('a');
  await expect(take('b', 10)).resolves.toBeUndefined();
  await expect(take('b', LONG, AbortSignal.abort())).resolves.toBeUndefined();
  const leaving = new AbortController();
  ask('c', leaving.signal);
  ask('d');
  leaving.abort();
  await settled();
  leave[0]?.();
  await settled();
  expect(given).toEqual(['a', 'd']);
});
