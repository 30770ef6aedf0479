import type { Project } from '../../api/Project';

/** What the list knows of a project: what its card shows, and what its page begins with. */
export type CardProject = ReturnType<typeof toCard>;

/** Leaves out what the list does not know. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return known;
}
