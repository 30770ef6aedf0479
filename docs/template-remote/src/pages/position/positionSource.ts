import { pictureName } from '@site/shared/api/pictureCopy';
import type { PageSource } from '@site/shared/contract';
import { listPositions } from '../../api/listPositions';
import type { Position } from '../../api/readPosition';
import { positionHead } from './positionHead';
import { preparePosition, type ShownPosition } from './preparePosition';

/** Makes one page for each open position, at `/careers/<position id>`. */
export const positionSource: PageSource<Position, ShownPosition> = {
  list: async (read) => new Map((await listPositions(read)).map((position) => [position.id, position])),
  prepare: preparePosition,
  pictures: ({ id, photo }) => [pictureName({ collection: 'careers', id }, photo) ?? []].flat(),
  head: positionHead,
};
