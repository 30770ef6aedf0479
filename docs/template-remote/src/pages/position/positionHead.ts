import type { PageHead } from '@site/shared/contract';
import type { Position } from '../../api/readPosition';

export function positionHead({ title, place }: Position): PageHead {
  return { title, description: `${title}, ${place}: read about the position, and apply.` };
}
