import type { Project } from '../../api/Project';

export type NextProject = Pick<Project, 'id' | 'collection' | 'title' | 'category' | 'coverImage' | 'colour'>;

/**
 * Finds the project that follows the one with the given id. The first project follows the last one.
 *
 * @returns undefined if the list does not contain the id, or contains no other project
 */
export function nextProject(projects: readonly NextProject[], id: string): NextProject | undefined {
  const index = projects.findIndex((project) => project.id === id);
  const next = index < 0 ? undefined : projects[(index + 1) % projects.length];
  if (!next || next.id === id) return undefined;
  const { collection, title, category, coverImage, colour } = next;
  return { id: next.id, collection, title, category, coverImage, colour };
}
