/** Returns a percentile of unsorted values. @param share the percentile as a fraction, e.g. 0.5 for the median */
export function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
}
