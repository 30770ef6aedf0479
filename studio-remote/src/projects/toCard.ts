import type { Project } from '../api/Project';

/** The part of a project that the list embeds: the data for its card and for the beginning of the project's page. */
export type CardProject = ReturnType<typeof toCard>;

/** Reduces a project to the data that the list embeds. Keeps only the first image, because the home page shows it. */
export function toCard({ longDescription, images, imageDescriptions, modified, ...known }: Project) {
  return { ...known, images: images.slice(0, 1) };
}
