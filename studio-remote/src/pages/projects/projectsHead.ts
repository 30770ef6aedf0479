import { fileUrl } from '@site/shared/api/fileUrl';
import type { PageHead } from '@site/shared/contract';
import type { CardProject } from './toCard';

/** The head of the list while it shows one category; undefined while it shows all projects (see `projectsHandle`). */
export function projectsHead(cards: CardProject[], category: string | undefined): PageHead | undefined {
  if (category === undefined) return undefined;
  const pictured = cards.find((card) => card.category === category && card.coverImage);
  return {
    title: `${category} projects`,
    description: `The studio’s work in the category “${category}”: the problem, what we made, and what changed.`,
    ...(pictured && { image: fileUrl(pictured, pictured.coverImage, 1440) }),
  };
}
