import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from '../../projects/toCard';

/** What all sources of card data have in common: each embeds all its cards, and names the pictures to copy. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards.map(complete),
  pictures: (cards: CardProject[]) =>
    cards.flatMap((card) =>
      [card.coverImage, ...complete(card).images].flatMap((image) => pictureName(card, image) ?? []),
    ),
};

/** Adds the fields that the stored data of an earlier build lacks. */
function complete(card: CardProject): CardProject {
  return Object.assign({ client: '', team: '', problem: '', images: [], position: 0 }, card);
}
