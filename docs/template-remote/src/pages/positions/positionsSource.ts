import type { PageSource } from '@site/shared/contract';
import { listPositions } from '../../api/listPositions';
import { readPosition, type Position } from '../../api/readPosition';

/** Makes a single page, which lists all open positions. */
export const positionsSource: PageSource<Position[], Position[]> = {
  list: async (read) => new Map([['', await listPositions(read)]]),
  prepare: (positions) => positions.map(readPosition),
};
