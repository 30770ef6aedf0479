import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from '../../projects/toCard';

/** The part of a `PageSource` that is the same for every page with cards. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards.map(complete),
  pictures: (cards: CardProject[]) =>
    cards.flatMap((card) =>
      [card.coverImage, ...complete(card).images].flatMap((image) => pictureName(card, image) ?? []),
    ),
};

/** An earlier build may have stored a card without some of the fields. */
function complete(card: CardProject): CardProject {
  return Object.assign({ client: '', team: '', problem: '', images: [], position: 0 }, card);
}
