import type { Store } from '../store/Store';
import { noFigures, type BuildFigures } from './FieldFile';
import { readDays, sumDays, type DayFigures } from './readDays';

/** Reads the figures of the last 30 days, by build (`<app>/<version>`). They are empty if nothing is collected. */
export async function readFigures(field: Store | undefined): Promise<DayFigures> {
  return field ? sumDays(await readDays(field)) : new Map();
}

/** Returns the figures of a build, or empty figures if there are none. */
export function getFigures(figures: DayFigures, app: string, version: string): BuildFigures {
  return figures.get(`${app}/${version}`) ?? noFigures();
}
