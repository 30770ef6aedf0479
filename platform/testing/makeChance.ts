import { createHash } from 'node:crypto';

/**
 * Creates a pseudo-random number generator that returns numbers from 0 (inclusive) to 1 (exclusive). The same seed always
 * gives the same sequence.
 */
export function makeChance(seed: string | number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}
