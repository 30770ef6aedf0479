import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from './toCard';

/** What all sources of cards have in common: each source embeds all its cards, and offers copies of the covers. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards,
  pictures: (cards: CardProject[]) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
