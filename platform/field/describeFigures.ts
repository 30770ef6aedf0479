import { percentile75, VITALS, type BuildFigures, type Vital } from './FieldFile';

/** The minimum number of loads for which rates and percentiles are shown. With fewer loads, they would be meaningless. */
export const ENOUGH = 100;

/**
 * Describes a build's figures in one line: the number of loads, the number of loads with errors per 1000 loads, and the
 * 75th percentile of each vital. With fewer than `ENOUGH` loads, the line contains only their number and "too few".
 */
export function describeFigures(figures: BuildFigures | undefined): string {
  const { loads = 0 } = figures ?? {};
  if (!figures || loads < ENOUGH) return `${countLoads(loads)}, too few`;
  const vitals = VITALS.map((vital) => `${vital.toUpperCase()} ${describeVital(figures, vital)}`);
  return [countLoads(loads), `errors in ${describeRate(figures)} of 1000`, ...vitals].join(', ');
}

export function countLoads(loads: number): string {
  return `${loads} ${loads === 1 ? 'load' : 'loads'}`;
}

/** Returns the number of loads with errors per 1000 loads, to one decimal place. */
export function describeRate({ failing, loads }: BuildFigures): string {
  return ((1000 * failing) / loads).toFixed(1);
}

/** Formats a vital's 75th percentile with its unit (`cls` has none). Returns `unknown` if no load has a value. */
export function describeVital(figures: BuildFigures, vital: Vital): string {
  const value = percentile75(figures, vital);
  if (value === undefined) return 'unknown';
  if (vital === 'cls') return value.toFixed(3);
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
