import type { PageSource } from '@site/shared/contract';
import { readProjects } from '../../api/listProjects';
import { cardSource } from './cardSource';
import { categoryAddress, categoryIn } from './categoryAddress';
import { projectsHead } from './projectsHead';
import { toCard, type CardProject } from './toCard';

/** The maximum number of projects in the list's HTML. Browsers request the rest. */
const MAX_EMBEDDED = 500;

/** The data for the list and each category page. Every page embeds all cards, because the filter requests nothing. */
export const projectsSource: PageSource<CardProject[], CardProject[]> = {
  ...cardSource,
  async list(read) {
    const cards = (await readProjects(read)).slice(0, MAX_EMBEDDED).map(toCard);
    const pages = new Map([['', cards]]);
    for (const { category } of cards) {
      if (category) pages.set(categoryAddress(category).replace('/projects', ''), cards);
    }
    return pages;
  },
  head: (cards, entry) => projectsHead(cards, categoryIn(entry)),
};
