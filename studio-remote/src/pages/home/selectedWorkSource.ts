import { pictureName } from '@site/shared/api/pictureCopy';
import type { PageSource } from '@site/shared/remote';
import { readProjects } from '../../api/listProjects';
import { toCard, type CardProject } from '../projects/toCard';
import { selectWork } from './selectWork';

/** The work that the home page shows, read as the list is. */
export const selectedWorkSource: PageSource<CardProject[], CardProject[]> = {
  async list(read) {
    return new Map([['', selectWork(await readProjects(read)).map(toCard)]]);
  },
  prepare: (cards) => cards,
  pictures: (cards) => cards.flatMap((card) => pictureName(card, card.coverImage) ?? []),
};
