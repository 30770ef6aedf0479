import { percentile75, VITALS, type BuildFigures, type Vital } from './FieldFile';

/** With fewer loads, rates and percentiles would be meaningless. */
export const ENOUGH = 100;

/**
 * Describes the figures of a build in one line: its loads, the loads with errors per thousand, and its vitals at the
 * 75th percentile.
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

/** Formats how many of 1000 loads had errors. */
export function describeRate({ failing, loads }: BuildFigures): string {
  return ((1000 * failing) / loads).toFixed(1);
}

/** Formats the 75th percentile of a vital, with its unit. */
export function describeVital(figures: BuildFigures, vital: Vital): string {
  const value = percentile75(figures, vital);
  if (value === undefined) return 'unknown';
  if (vital === 'cls') return value.toFixed(3);
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}
