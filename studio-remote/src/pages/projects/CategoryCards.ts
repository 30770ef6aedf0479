import type { CardProject } from '../../projects/toCard';

/**
 * The data of a category's page. It contains only the category's own projects, so that the page does not change when the
 * text of a project in another category is edited.
 */
export interface CategoryCards {
  cards: CardProject[];
  categories: string[];
}
