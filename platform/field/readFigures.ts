import type { Store } from '../store/Store';
import { noFigures, type BuildFigures } from './FieldFile';
import { readDays, sumDays, type DayFigures } from './readDays';

/** The figures of the last 30 days, by build: `<app>/<version>`. Empty if nothing is collected. */
export async function readFigures(field: Store | undefined): Promise<DayFigures> {
  return field ? sumDays(await readDays(field)) : new Map();
}

/** The figures of a build; those of a build without loads if there are none. */
export function figuresOf(figures: DayFigures, app: string, version: string): BuildFigures {
  return figures.get(`${app}/${version}`) ?? noFigures();
}
