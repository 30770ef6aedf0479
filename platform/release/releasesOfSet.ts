import type { Deployment } from './Release';

/**
 * Finds the stored releases that have one set of builds: the deployment of this set, and the refreshes until the next
 * deployment.
 *
 * @param log newest first
 * @param index the position of the set's deployment in the log
 * @param numbers the numbers of the stored releases, newest first
 * @returns `next`, the number of the next deployment, or `Infinity` if there is none; and `last`, the newest stored release
 *   of the set
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
