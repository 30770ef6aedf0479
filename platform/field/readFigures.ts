import type { Store } from '../store/Store';
import { noFigures, type BuildFigures } from './FieldFile';
import { readDays, sumDays, type DayFigures } from './readDays';

/**
 * Returns each build's figures, added up over all stored days, by build (`<app>/<version>`). The site stores 30 days.
 *
 * @param field the store that holds the figures; undefined if no figures are collected
 */
export async function readFigures(field: Store | undefined): Promise<DayFigures> {
  return field ? sumDays(await readDays(field)) : new Map();
}

/** Returns a build's figures, or empty figures if the build has none. */
export function getFigures(figures: DayFigures, app: string, version: string): BuildFigures {
  return figures.get(`${app}/${version}`) ?? noFigures();
}
