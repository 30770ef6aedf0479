import type { Deployment } from './Release';

/**
 * Finds the newest stored release of a set of builds, and the deployment that replaced the set. A set's releases are its
 * deployment and all refreshes until the next deployment.
 *
 * @param log newest first
 * @param index the position of the set's deployment in the log
 * @param numbers the numbers of the stored releases, newest first
 * @returns `next`, the number of the next deployment, or `Infinity` if there is none; and `last`, the number of the set's
 *   newest stored release, or undefined if none is stored
 */
export function releasesOfSet(
  log: readonly Pick<Deployment, 'number'>[],
  index: number,
  numbers: readonly number[],
): { next: number; last: number | undefined } {
  const first = log[index]?.number ?? Infinity;
  const next = log[index - 1]?.number ?? Infinity;
  return { next, last: numbers.find((number) => number >= first && number < next) };
}
