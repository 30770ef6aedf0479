import type { Project } from '../../api/Project';

/** What leads on from one project to another. */
export type NextProject = Pick<Project, 'id' | 'title' | 'category'>;

/** The project that comes after one in a list, after the last one the first; undefined if there is no other. */
export function nextProject(projects: readonly NextProject[], id: string): NextProject | undefined {
  const index = projects.findIndex((project) => project.id === id);
  const next = index < 0 ? undefined : projects[(index + 1) % projects.length];
  return next && next.id !== id ? { id: next.id, title: next.title, category: next.category } : undefined;
}
