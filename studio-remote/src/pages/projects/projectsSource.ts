import type { PageSource } from '@site/shared/remote';
import { readProjects } from '../../api/listProjects';
import { cardSource } from './cardSource';
import { categoryAddress, categoryIn } from './categoryAddress';
import { projectsHead } from './projectsHead';
import { toCard, type CardProject } from './toCard';

/** How many projects stand in the list's HTML; a browser reads the rest. */
const MAX_EMBEDDED = 500;

/** The cards of the list. The page of each category embeds all of them, too, though it shows only its own. */
export const projectsSource: PageSource<CardProject[], CardProject[]> = {
  ...cardSource,
  async list(read) {
    const cards = (await readProjects(read)).slice(0, MAX_EMBEDDED).map(toCard);
    const categories = new Set(cards.flatMap(({ category }) => category || []));
    const entries = [...categories].map((category) => categoryAddress(category).replace('/projects', ''));
    return new Map(['', ...entries].map((entry) => [entry, cards]));
  },
  head: (cards, entry) => projectsHead(cards, categoryIn(entry)),
};
