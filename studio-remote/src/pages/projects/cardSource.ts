import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from '../../projects/toCard';

/**
 * What all sources of cards share: `prepare` completes the cards for the page, and `pictures` lists the pictures to copy.
 */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards.map(complete),
  pictures: (cards: CardProject[]) =>
    cards.flatMap((card) =>
      [card.coverImage, ...complete(card).images].flatMap((image) => pictureName(card, image) ?? []),
    ),
};

/** Adds the fields that a card lacks if an earlier build stored it. */
function complete(card: CardProject): CardProject {
  return Object.assign({ client: '', team: '', problem: '', images: [], position: 0 }, card);
}
