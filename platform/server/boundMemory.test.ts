import { expect, test } from '@jest/globals';
import { boundMemory } from './boundMemory';

/** Allocates memory under a name, and lists the names of evicted allocations. */
function holding(limit: number) {
  const hold = boundMemory(limit);
  const evicted: string[] = [];
  return {
    evicted,
    hold: (visitor: string, name: string, bytes: number) => {
      const held = hold(visitor, () => evicted.push(name));
      held.add(bytes);
      return held;
    },
  };
}

test('evicts the oldest allocations of the visitor who holds the most memory', () => {
  const { hold, evicted } = holding(100);
  hold('a', 'small and oldest', 10);
  for (const name of ['b1', 'b2', 'b3']) hold('b', name, 30);
  expect(evicted).toEqual([]);
  hold('c', 'c1', 5);
  expect(evicted).toEqual(['b1']);
  hold('c', 'c2', 60);
  expect(evicted).toEqual(['b1', 'c1', 'b2']);
});

test('a growing allocation counts towards the limit with its current size', () => {
  const { hold, evicted } = holding(100);
  const growing = hold('a', 'growing', 50);
  growing.add(40);
  hold('b', 'b', 10);
  expect(evicted).toEqual([]);
  growing.add(1);
  expect(evicted).toEqual(['growing']);
});

test('an evicted allocation no longer counts towards the limit, even if it grows', () => {
  const { hold, evicted } = holding(100);
  const growing = hold('a', 'growing', 101);
  expect(evicted).toEqual(['growing']);
  growing.add(1000);
  growing.release();
  hold('c', 'c', 90);
  expect(evicted).toEqual(['growing']);
});

test('releasing an allocation twice frees its memory only once', () => {
  const { hold, evicted } = holding(100);
  const released = hold('a', 'released', 100);
  released.release();
  released.release();
  hold('b', 'b', 100);
  expect(evicted).toEqual([]);
  hold('b', 'more', 1);
  expect(evicted).toEqual(['b']);
});

test('a kept allocation counts towards the limit but is never evicted', () => {
  const { hold, evicted } = holding(100);
  const kept = hold('a', 'kept', 90);
  kept.keep();
  hold('b', 'b1', 10);
  hold('b', 'b2', 5);
  expect(evicted).toEqual(['b1']);
  hold('c', 'too large', 20);
  expect(evicted).toEqual(['b1', 'too large']);
  kept.release();
  hold('c', 'c', 90);
  expect(evicted).toEqual(['b1', 'too large']);
});
