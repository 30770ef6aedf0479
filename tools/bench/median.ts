/**
 * The middle value; of an even number of values the mean of the two in the middle.
 *
 * @throws Error if there is none
 */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const above = sorted[Math.floor(sorted.length / 2)];
  const below = sorted[Math.ceil(sorted.length / 2) - 1];
  if (below === undefined || above === undefined) throw new Error('There is no median of no values.');
  return (below + above) / 2;
}
