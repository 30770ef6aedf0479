import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from './toCard';

/** Common to all pages of cards: they embed every card, and offer copies of the covers. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards,
  pictures: (cards: CardProject[]) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
