import { useLoaderData } from '@site/shared/router';
import { visit } from '../projects/visit';
import { nextProject, type NextProject } from './nextProject';
import type { ShownProject } from './prepareProject';

/** The project after one, if that is at hand: embedded in the page, or known from the list. */
export function useNextProject(id: string): NextProject | undefined {
  const embedded = useLoaderData<ShownProject | undefined>();
  return embedded?.id === id ? embedded.next : nextProject(visit.shown ?? [], id);
}
