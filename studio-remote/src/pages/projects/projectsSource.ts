import { pictureName } from '@site/shared/api/pictureCopy';
import type { PageSource } from '@site/shared/remote';
import { readProjects } from '../../api/listProjects';
import { toCard, type CardProject } from './toCard';

/** How many projects stand in the list's HTML; a browser reads the rest. */
const MAX_EMBEDDED = 500;

/** The cards of the list. */
export const projectsSource: PageSource<CardProject[], CardProject[]> = {
  async list(read) {
    const projects = await readProjects(read);
    return new Map([['', projects.slice(0, MAX_EMBEDDED).map(toCard)]]);
  },
  prepare: (cards) => cards,
  pictures: (cards) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
