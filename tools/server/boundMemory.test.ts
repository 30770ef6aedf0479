import { expect, test } from '@jest/globals';
import { boundMemory } from './boundMemory';

/** Holds allocations by name, and lists the names of evicted ones. */
function holding(limit: number) {
  const hold = boundMemory(limit);
  const givenUp: string[] = [];
  return {
    givenUp,
    hold: (visitor: string, name: string, bytes: number) => {
      const held = hold(visitor, () => givenUp.push(name));
      held.add(bytes);
      return held;
    },
  };
}

test('evicts the oldest allocations of the visitor who holds the most', () => {
  const { hold, givenUp } = holding(100);
  hold('a', 'small and oldest', 10);
  for (const name of ['b1', 'b2', 'b3']) hold('b', name, 30);
  expect(givenUp).toEqual([]);
  hold('c', 'c1', 5);
  expect(givenUp).toEqual(['b1']);
  hold('c', 'c2', 60);
  expect(givenUp).toEqual(['b1', 'c1', 'b2']);
});

test('a growing allocation counts with its whole size, and is evicted once', () => {
  const { hold, givenUp } = holding(100);
  const growing = hold('a', 'growing', 50);
  growing.add(40);
  hold('b', 'b', 10);
  expect(givenUp).toEqual([]);
  growing.add(1);
  expect(givenUp).toEqual(['growing']);
  growing.add(1000);
  growing.release();
  hold('c', 'c', 90);
  expect(givenUp).toEqual(['growing']);
});

test('a released allocation frees its memory, once', () => {
  const { hold, givenUp } = holding(100);
  const released = hold('a', 'released', 100);
  released.release();
  released.release();
  hold('b', 'b', 100);
  expect(givenUp).toEqual([]);
  hold('b', 'more', 1);
  expect(givenUp).toEqual(['b']);
});

test('a kept allocation counts but is never evicted', () => {
  const { hold, givenUp } = holding(100);
  const kept = hold('a', 'kept', 90);
  kept.keep();
  hold('b', 'b1', 10);
  hold('b', 'b2', 5);
  expect(givenUp).toEqual(['b1']);
  hold('c', 'too large', 20);
  expect(givenUp).toEqual(['b1', 'too large']);
  kept.release();
  hold('c', 'c', 90);
  expect(givenUp).toEqual(['b1', 'too large']);
});
