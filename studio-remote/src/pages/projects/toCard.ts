import type { Project } from '../../api/Project';

/** What the list knows of a project: what its card shows, and the picture that its page begins with. */
export interface CardProject extends Omit<Project, 'longDescription' | 'images' | 'modified'> {
  /** The first of the project's pictures: a file name, or empty. */
  firstImage: string;
}

/** Leaves out what the list does not know. */
export function toCard(project: Project): CardProject {
  const { id, collection, title, description, category, status, technologies, coverImage, images } = project;
  return {
    id,
    collection,
    title,
    description,
    category,
    status,
    technologies,
    coverImage,
    firstImage: images[0] ?? '',
  };
}
