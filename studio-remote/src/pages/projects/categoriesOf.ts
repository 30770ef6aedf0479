import type { CardProject } from '../../projects/toCard';

/** The distinct categories of projects, in the order of the projects. */
export function categoriesOf(projects: readonly CardProject[]): string[] {
  return [...new Set(projects.map(({ category }) => category).filter(Boolean))];
}
