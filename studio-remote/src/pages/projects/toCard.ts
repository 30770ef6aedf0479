import type { Project } from '../../api/Project';

/** What the list knows of a project: what its card shows, and the picture that its page begins with. */
export interface CardProject extends Omit<
  Project,
  'longDescription' | 'images' | 'imageDescriptions' | 'modified'
> {
  /** The first of the project's pictures: a file name, or empty. */
  firstImage: string;
}

/** Leaves out what the list does not know. */
export function toCard({
  longDescription,
  images,
  imageDescriptions,
  modified,
  ...known
}: Project): CardProject {
  return { ...known, firstImage: images[0] ?? '' };
}
