import type { CardProject } from '../../projects/toCard';

/**
 * The data of a category's page. It contains no projects from other categories, so that a change to such a project does not
 * change this page.
 */
export interface CategoryCards {
  cards: CardProject[];
  categories: string[];
}
