import type { CardProject } from '../../projects/toCard';

/**
 * The data of a category's page. It contains only the category's own projects, so that an edit of another project's
 * text does not change the page.
 */
export interface CategoryCards {
  cards: CardProject[];
  categories: string[];
}
