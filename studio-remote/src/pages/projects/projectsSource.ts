import type { PageSource } from '@site/shared/contract';
import { readProjects } from '../../api/listProjects';
import { cardSource } from './cardSource';
import { listCategories } from './listCategories';
import { categoryAddress, categoryIn } from './categoryAddress';
import type { CategoryCards } from './CategoryCards';
import { projectsHead } from './projectsHead';
import { toCard, type CardProject } from '../../projects/toCard';

/** The maximum number of projects embedded in the list page. The browser gets any others when it requests the whole list. */
const MAX_EMBEDDED = 500;

/**
 * The list's page stores an array, and a category's page stores an object. Earlier builds stored an array of all cards for
 * both kinds of page.
 */
type ListData = CardProject[] | CategoryCards;

export const projectsSource: PageSource<ListData, ListData> = {
  async list(read) {
    const all = (await readProjects(read)).slice(0, MAX_EMBEDDED).map(toCard);
    const pages = new Map<string, ListData>([['', all]]);
    const categories = listCategories(all);
    for (const category of categories) {
      const cards = all.filter((card) => card.category === category);
      pages.set(categoryAddress(category).replace('/projects', ''), { cards, categories });
    }
    return pages;
  },
  prepare(data) {
    const cards = cardSource.prepare(readCards(data));
    return Array.isArray(data) ? cards : { ...data, cards };
  },
  pictures: (data) => cardSource.pictures(readCards(data)),
  head: (data, entry) => projectsHead(readCards(data), categoryIn(entry)),
};

function readCards(data: ListData): CardProject[] {
  return Array.isArray(data) ? data : data.cards;
}
