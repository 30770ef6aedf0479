import { pictureName } from '@site/shared/api/pictureCopy';
import type { CardProject } from '../../projects/toCard';

/** The part that all sources with cards share. Embeds the cards, and lists the pictures to copy. */
export const cardSource = {
  prepare: (cards: CardProject[]) => cards.map(complete),
  pictures: (cards: CardProject[]) =>
    cards.flatMap((card) =>
      [card.coverImage, ...complete(card).images].flatMap((image) => pictureName(card, image) ?? []),
    ),
};

/** Adds the fields that are missing from data that an earlier build has stored. */
function complete(card: CardProject): CardProject {
  return Object.assign({ client: '', team: '', problem: '', images: [], position: 0 }, card);
}
