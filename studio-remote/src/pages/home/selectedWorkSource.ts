import type { PageSource } from '@site/shared/contract';
import { readProjects } from '../../api/listProjects';
import { cardSource } from '../projects/cardSource';
import { toCard, type CardProject } from '../../projects/toCard';
import { selectWork } from './selectWork';

export const selectedWorkSource: PageSource<CardProject[], CardProject[]> = {
  ...cardSource,
  async list(read) {
    return new Map([['', selectWork(await readProjects(read)).map(toCard)]]);
  },
};
