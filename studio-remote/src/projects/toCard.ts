import type { Project } from '../api/Project';

/** The part of a project that the list knows: what its card and the beginning of its page show. */
export type CardProject = ReturnType<typeof toCard>;

/** Leaves out what only the project's page needs. Of the pictures, the home page shows the first. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return { ...known, images: images.slice(0, 1) };
}
