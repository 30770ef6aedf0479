import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from './toCard';

/** What all sources of card data have in common: each embeds all its cards, and names the covers to copy. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards,
  pictures: (cards: CardProject[]) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
