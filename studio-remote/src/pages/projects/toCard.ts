import type { Project } from '../../api/Project';

/** What the list knows of a project: what its card shows, and the picture that its page begins with. */
export type CardProject = ReturnType<typeof toCard>;

/** Leaves out what the list does not know, such as all pictures but the first. */
export function toCard({ longDescription, imageDescriptions, modified, ...known }: Project) {
  return { ...known, images: known.images.slice(0, 1) };
}
