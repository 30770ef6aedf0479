import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from './toCard';

/** What every page of cards embeds, which is all of them, and the pictures that it offers copies of: their covers. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards,
  pictures: (cards: CardProject[]) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
