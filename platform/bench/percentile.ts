/** A percentile of some values. @param share a fraction: 0.5 is the median */
export function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
}
