import { fileUrl } from '@site/shared/api/fileUrl';
import { copyUrl, pictureName, type PictureWidth } from '@site/shared/api/pictureCopy';
import { useState } from 'react';
import type { Project } from '../../api/Project';
import styles from './ProjectPicture.module.css';

interface ProjectPictureProps {
  project: Pick<Project, 'id' | 'collection' | 'coverImage'>;
  /** A file of the project's record; empty if there is none. The default is the cover. */
  fileName?: string | undefined;
  /** Empty if the text beside the picture describes the picture. */
  alt?: string;
  /** The widths that the browser may choose from, smallest first. */
  widths?: [PictureWidth, ...PictureWidth[]];
  /** How wide the picture is shown, as in the `sizes` of an image. */
  sizes: string;
  /** Shows the whole picture, which is otherwise cropped to 3:2. */
  whole?: boolean;
  /** Loads the picture at once. Other pictures load when they come near the window. */
  eager?: boolean | undefined;
  /** Loads the picture at once, with high priority: for the largest picture of the first screen. */
  urgent?: boolean;
}

/** A picture of a project in a 3:2 box. Shows a drawn folder if there is no picture or it cannot be loaded (§2). */
export function ProjectPicture(props: ProjectPictureProps) {
  const { project, fileName = project.coverImage } = props;
  // Each file gets an element of its own. Otherwise the old picture would be shown while the new one loads.
  return <Picture key={`${project.id}/${fileName}`} {...props} fileName={fileName} />;
}

function Picture(props: ProjectPictureProps & { fileName: string }) {
  const { project, fileName, alt = '', widths = [480, 720, 960, 1440], sizes, whole } = props;
  const { urgent, eager = urgent } = props;
  const name = pictureName(project, fileName);
  // Offers the copies, even if they do not exist yet. Falls back to the backend's file, and then to a folder (§7).
  const [offered, setOffered] = useState(name ? 'copies' : fileName ? 'file' : 'none');
  if (offered === 'none') return <Folder label={alt} />;
  const fallBack = () => setOffered(offered === 'copies' ? 'file' : 'none');
  const checkLoaded = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) fallBack();
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
        ref={checkLoaded}
        className={whole ? `${styles.picture} ${styles.whole}` : styles.picture}
        alt={alt}
        width={smallest}
        height={(smallest * 2) / 3}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : undefined}
        draggable={false}
        sizes={sizes}
        srcSet={sourceSet(thumb)}
        src={thumb(smallest)}
        onError={fallBack}
      />
    </picture>
  );
}

/** A drawing of a folder in the colour of the project. */
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
