import type { ShownProject } from './prepareProject';

/**
 * Returns a copy of a project for its gallery (§2), without the pictures that the project's text already shows uncropped.
 */
export function withoutShown(project: ShownProject): ShownProject {
  const { id, images, imageDescriptions, longDescription } = project;
  const sources = [...longDescription.matchAll(/<img [^>]*?src="([^"]*)"/g)].map(([, source]) => source);
  const isShown = (image: string) =>
    sources.some((source = '') => {
      // If a thumbnail's size does not end in `f`, the thumbnail is cropped (see `thumbSize`).
      const [path = '', size = 'f'] = source.split('?thumb=');
      return path.endsWith(`/${id}/${image}`) && size.endsWith('f');
    });
  const rest = images.map((image, index) => [image, imageDescriptions[index] ?? ''] as const);
  const others = rest.filter(([image]) => !isShown(image));
  return {
    ...project,
    images: others.map(([image]) => image),
    imageDescriptions: others.map(([, description]) => description),
  };
}
