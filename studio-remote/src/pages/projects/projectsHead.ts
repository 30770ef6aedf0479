import { copyUrl, pictureName } from '@site/shared/api/pictureCopy';
import type { PageHead } from '@site/shared/contract';
import type { CardProject } from '../../projects/toCard';

/**
 * Returns the metadata of a category's page, or undefined for the list of all projects, whose metadata is in
 * `projectsHandle`.
 */
export function projectsHead(cards: CardProject[], category: string | undefined): PageHead | undefined {
  if (category === undefined) return undefined;
  const [picture] = cards
    .filter((card) => card.category === category)
    .flatMap((card) => pictureName(card, card.coverImage) ?? []);
  return {
    title: `${category} projects`,
    description: `The studio’s work in the category “${category}”: the problem, what we made, and what changed.`,
    ...(picture && { image: copyUrl(picture, 'share') }),
  };
}
