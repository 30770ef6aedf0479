import type { CardProject } from '../../projects/toCard';

/**
 * The data for the page of one category. It contains no projects of other categories, so that changes to those projects do
 * not change the page.
 */
export interface CategoryCards {
  cards: CardProject[];
  categories: string[];
}
