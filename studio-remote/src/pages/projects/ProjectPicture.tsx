import { fileUrl } from '@site/shared/api/fileUrl';
import { copyUrl, pictureName, type PictureWidth } from '@site/shared/api/pictureCopy';
import { useState } from 'react';
import type { Project } from '../../api/Project';
import styles from './ProjectPicture.module.css';

interface ProjectPictureProps {
  project: Pick<Project, 'id' | 'collection' | 'coverImage'>;
  /** A file of the project's record, or empty; without it, the cover. */
  fileName?: string;
  /** Empty if the words beside the picture say it all. */
  alt?: string;
  /** The widths that the browser may choose from, smallest first. */
  widths?: [PictureWidth, ...PictureWidth[]];
  /** How wide the picture is shown, as in the `sizes` of an image. */
  sizes: string;
  /** Shows all of the picture, whatever its shape; else it is cropped. */
  whole?: boolean;
  /** For pictures that are seen at once; the others load when they are near. */
  eager?: boolean;
  /** For the one picture that most of the first screen waits for. */
  urgent?: boolean;
}

/** A picture of a project in a place of 3:2. A drawn folder takes it if there is none or if it cannot be shown (§2). */
export function ProjectPicture(props: ProjectPictureProps) {
  const { project, fileName = project.coverImage } = props;
  // While the next picture loads, the one before must not stand there under its name.
  return <Picture key={`${project.id}/${fileName}`} {...props} fileName={fileName} />;
}

function Picture(props: ProjectPictureProps & { fileName: string }) {
  const { project, fileName, alt = '', widths = [480, 720, 960, 1440], sizes, whole } = props;
  const { urgent, eager = urgent } = props;
  const name = pictureName(project, fileName);
  // The page offers the copies first, made or not; if they fail the backend's file (§7), and if that fails nothing.
  const [offered, setOffered] = useState(name ? 'copies' : fileName ? 'file' : 'none');
  if (offered === 'none') return <Folder label={alt} />;
  const turnToNext = () => setOffered(offered === 'copies' ? 'file' : 'none');
  const noticeBroken = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) turnToNext();
  };
  const [smallest] = widths;
  const thumb = (width: PictureWidth) => fileUrl(project, fileName, width, whole);
  const sourceSet = (urlOf: (width: PictureWidth) => string) =>
    widths.map((width) => `${urlOf(width)} ${width}w`).join(', ');
  return (
    <picture className={styles.frame} key={offered}>
      {offered === 'copies' && name && (
        <source type="image/avif" sizes={sizes} srcSet={sourceSet((width) => copyUrl(name, width))} />
      )}
      <img
        // The image may have failed before the scripts ran.
        ref={noticeBroken}
        className={whole ? `${styles.picture} ${styles.whole}` : styles.picture}
        alt={alt}
        width={smallest}
        height={(smallest * 2) / 3}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : undefined}
        decoding="async"
        draggable={false}
        sizes={sizes}
        srcSet={sourceSet(thumb)}
        src={thumb(smallest)}
        onError={turnToNext}
      />
    </picture>
  );
}

/** A drawing of the studio in the colour of the project, with a folder on it. */
function Folder({ label }: { label: string }) {
  return (
    <span className={styles.placeholder} {...(label && { role: 'img', 'aria-label': label })}>
      <svg viewBox="0 0 360 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path className={styles.shape} d="M0 240V80a160 160 0 0 1 160 160z" />
        <circle className={styles.round} cx="270" cy="70" r="58" />
        <path className={styles.dots} d="M24 28h80M24 44h80M24 60h80" />
        <path
          className={styles.folder}
          d="M110 94V82a8 8 0 0 1 8-8h40l16 16h68a8 8 0 0 1 8 8v72a8 8 0 0 1-8 8H118a8 8 0 0 1-8-8zm0 14h140"
        />
      </svg>
    </span>
  );
}
