import type { Project } from '../../api/Project';

/** What leads on from one project to another. */
export type NextProject = Pick<Project, 'id' | 'collection' | 'title' | 'category' | 'coverImage' | 'colour'>;

/** The project that comes after one in a list, after the last one the first; undefined if there is no other. */
export function nextProject(projects: readonly NextProject[], id: string): NextProject | undefined {
  const index = projects.findIndex((project) => project.id === id);
  const next = index < 0 ? undefined : projects[(index + 1) % projects.length];
  if (!next || next.id === id) return undefined;
  const { collection, title, category, coverImage, colour } = next;
  return { id: next.id, collection, title, category, coverImage, colour };
}
