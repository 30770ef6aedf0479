import type { CardProject } from '../../projects/toCard';

/** Returns the categories of projects without duplicates, in the order of the projects. */
export function categoriesOf(projects: readonly CardProject[]): string[] {
  return [...new Set(projects.map(({ category }) => category).filter(Boolean))];
}
