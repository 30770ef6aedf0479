import type { Project } from '../api/Project';

/** The part of a project that the list embeds: the data for its card and for the beginning of its page. */
export type CardProject = ReturnType<typeof toCard>;

/** Reduces a project to the data of its card. Of `images`, keeps only the first, which the home page shows. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return { ...known, images: images.slice(0, 1) };
}
