import type { Deployment } from './Release';

/**
 * Finds the releases of a set of builds in the log: of its deployment, and of the refreshes until the next deployment.
 *
 * @param log newest first
 * @param index of the deployment in the log
 * @param numbers of the stored releases, newest first
 * @returns the number of the next deployment, `Infinity` if there is none, and the newest stored release of the set
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
