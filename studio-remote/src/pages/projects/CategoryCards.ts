import type { CardProject } from '../../projects/toCard';

/** The data for the page of one category. It changes only with the category's own projects, and with the other categories. */
export interface CategoryCards {
  /** The cards of the category. */
  cards: CardProject[];
  /** All categories, for the filter. */
  categories: string[];
}
