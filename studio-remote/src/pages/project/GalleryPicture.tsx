import type { Project } from '../../api/Project';
import { ProjectPicture } from '../projects/ProjectPicture';

interface GalleryPictureProps {
  project: Pick<Project, 'id' | 'collection' | 'title'>;
  images: string[];
  /** Which of the images is shown. */
  index: number;
  /** How wide the picture is shown, as in the `sizes` of an image. */
  sizes: string;
}

/** The picture of the gallery that is shown large, whole and named by its place. */
export function GalleryPicture({ project, images, index, sizes }: GalleryPictureProps) {
  return (
    // The key: while the next picture loads, the one before must not stand there under its name.
    <ProjectPicture
      key={index}
      project={project}
      fileName={images[index] ?? ''}
      alt={`${project.title}, picture ${index + 1}`}
      widths={[480, 720, 960, 1440]}
      sizes={sizes}
      whole
      eager
    />
  );
}
