import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from '../../projects/toCard';

/**
 * The part of a `PageSource` that is the same for every page with cards. `prepare` adds the fields that stored cards lack,
 * and `pictures` lists the pictures of which copies are made.
 */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards.map(complete),
  pictures: (cards: CardProject[]) =>
    cards.flatMap((card) =>
      [card.coverImage, ...complete(card).images].flatMap((image) => pictureName(card, image) ?? []),
    ),
};

/** Adds the fields that a card lacks if it was stored by an earlier build. */
function complete(card: CardProject): CardProject {
  return Object.assign({ client: '', team: '', problem: '', images: [], position: 0 }, card);
}
