import type { Project } from '../../api/Project';

/** What the list knows of a project: what its card shows, and the picture that its page begins with. */
export type CardProject = ReturnType<typeof toCard>;

/** Leaves out what the list does not know. The first of the pictures is a file name, or empty. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return { ...known, firstImage: images[0] ?? '' };
}
