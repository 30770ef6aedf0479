import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from './toCard';

/** The fields that all sources of cards have in common: they embed every card, and offer copies of the covers. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards,
  pictures: (cards: CardProject[]) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
