import { expect, test } from '@jest/globals';
import { openPlaces } from './openPlaces';

const LONG = 60_000;

/** Waits until no promise can proceed. */
const settled = () => new Promise((done) => setImmediate(done));

/** Asks for places, and lists the visitors who got one. */
function asking(limits: { all: number; ofOne: number }) {
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

test('limits places in total and per visitor, and reuses a returned one once', async () => {
  const { ask, given, leave } = asking({ all: 3, ofOne: 2 });
  for (const visitor of ['a', 'a', 'a', 'b', 'c', 'd']) ask(visitor);
  await settled();
  expect(given).toEqual(['a', 'a', 'b']);
  leave[2]?.();
  leave[2]?.();
  await settled();
  expect(given).toEqual(['a', 'a', 'b', 'c']);
  leave[0]?.();
  await settled();
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a']);
});

test('waiting visitors get places in turn, however many calls one of them has', async () => {
  const { ask, given, leave } = asking({ all: 1, ofOne: 1 });
  ask('d');
  for (const visitor of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(visitor);
  for (let count = 0; count < 8; count += 1) {
    await settled();
    leave[count]?.();
  }
  expect(given.join('')).toBe('dabcabaa');
});

test('a visitor who times out or leaves gets no place and takes none', async () => {
  const { take, ask, given, leave } = asking({ all: 1, ofOne: 1 });
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
