import type { Project } from '../../api/Project';

/** The part of a project that the list knows: what its card and the beginning of its page show. */
export type CardProject = ReturnType<typeof toCard>;

/** Leaves out the fields that only the project's page needs. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return known;
}
