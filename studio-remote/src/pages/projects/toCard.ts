import type { Project } from '../../api/Project';

/** What a card shows of a project. */
export type CardProject = Omit<Project, 'longDescription' | 'images' | 'modified'>;

/** Leaves out what no card shows. */
export function toCard(project: Project): CardProject {
  const { id, collection, title, description, category, status, technologies, coverImage } = project;
  return { id, collection, title, description, category, status, technologies, coverImage };
}
