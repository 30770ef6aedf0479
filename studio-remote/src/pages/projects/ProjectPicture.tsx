import { fileUrl, type ThumbSize } from '@site/shared/api/fileUrl';
import { useState } from 'react';
import type { Project } from '../../api/Project';
import styles from './ProjectPicture.module.css';

interface ProjectPictureProps {
  project: Pick<Project, 'id' | 'collection'>;
  /** A file of the project's record, or empty. */
  fileName: string;
  /** Empty if the words beside the picture say it all. */
  alt: string;
  /** The sizes that the browser may choose from, smallest first. */
  thumbs: [ThumbSize, ...ThumbSize[]];
  /** How wide the picture is shown, as in the `sizes` of an image. */
  sizes: string;
  /** For pictures that are seen at once; the others load when they are near. */
  eager?: boolean;
}

/** A picture of a project, 3:2. A folder takes its place if there is none or if it cannot be shown (§2). */
export function ProjectPicture({
  project,
  fileName,
  alt,
  thumbs,
  sizes,
  eager = false,
}: ProjectPictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!fileName || fileName === broken) return <Folder label={alt} />;
  const noticeBroken = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) setBroken(fileName);
  };
  const [width, height] = thumbs[0].split('x');
  return (
    <img
      // It may have failed before there was a script to tell.
      ref={noticeBroken}
      className={styles.picture}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      sizes={sizes}
      srcSet={thumbs.map((thumb) => `${fileUrl(project, fileName, thumb)} ${parseInt(thumb)}w`).join(', ')}
      src={fileUrl(project, fileName, thumbs[0])}
      onError={() => setBroken(fileName)}
    />
  );
}

function Folder({ label }: { label: string }) {
  return (
    <span className={styles.placeholder} {...(label && { role: 'img', 'aria-label': label })}>
      <svg
        viewBox="0 0 48 40"
        width="96"
        height="80"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M3 10V6a3 3 0 0 1 3-3h11l5 5h20a3 3 0 0 1 3 3v23a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V10Zm0 5h42" />
      </svg>
    </span>
  );
}
