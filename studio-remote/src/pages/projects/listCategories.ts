import type { CardProject } from '../../projects/toCard';

export function listCategories(projects: readonly CardProject[]): string[] {
  return [...new Set(projects.map(({ category }) => category).filter(Boolean))];
}
