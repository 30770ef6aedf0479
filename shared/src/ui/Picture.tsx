import { useState, type ComponentType } from 'react';
import { fileUrl } from '../api/fileUrl';
import { copyUrl, pictureName, type FileOwner, type PictureWidth } from '../api/pictureCopy';
import styles from './Picture.module.css';

export interface PictureProps {
  /** The record with the picture. Its source must list the picture in `pictures`, or no copies are made. */
  owner: FileOwner;
  /** A file of the record; empty if there is none. */
  fileName: string;
  /** Empty if the text beside the picture describes the picture. */
  alt?: string;
  /** The widths that the browser may choose from, smallest first. */
  widths?: [PictureWidth, ...PictureWidth[]] | undefined;
  /** How wide the picture is shown, as in the `sizes` of an image. */
  sizes: string;
  /** Shows the whole picture, which is otherwise cropped to 3:2. */
  whole?: boolean | undefined;
  /** Loads the picture at once. Other pictures load when they come near the window. */
  eager?: boolean | undefined;
  /** Loads the picture at once, with high priority: for the largest picture of the first screen. */
  urgent?: boolean | undefined;
  /** Shown if there is no picture or it cannot be loaded. `label` is the alternative text. */
  fallback: ComponentType<{ label: string }>;
}

/** A picture of a record in a 3:2 box (§3). The box has the colour `--tint` while the picture loads. */
export function Picture(props: PictureProps) {
  const { owner, fileName } = props;
  // Each file gets an element of its own. Otherwise the old picture would be shown while the new one loads.
  return <Shown key={`${owner.id}/${fileName}`} {...props} />;
}

function Shown(props: PictureProps) {
  const { owner, fileName, alt = '', widths = [480, 720, 960, 1440], sizes, whole } = props;
  const { urgent, eager = urgent, fallback: Fallback } = props;
  const name = pictureName(owner, fileName);
  // How much is left to try (§7): 2 are the copies, even if they do not exist yet, 1 is the backend's file, 0 is `fallback`.
  const [left, setLeft] = useState(name ? 2 : fileName ? 1 : 0);
  if (left === 0) return <Fallback label={alt} />;
  const fallBack = () => setLeft(left - 1);
  const checkLoaded = (picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) fallBack();
  };
  const thumb = (width: PictureWidth) => fileUrl(owner, fileName, width, whole);
  const sourceSet = (urlOf: (width: PictureWidth) => string) =>
    widths.map((width) => `${urlOf(width)} ${width}w`).join(', ');
  return (
    <picture className={whole ? `${styles.picture} ${styles.whole}` : styles.picture} key={left}>
      {left === 2 && name && (
        <source type="image/avif" sizes={sizes} srcSet={sourceSet((width) => copyUrl(name, width))} />
      )}
      <img
        // The image may have failed before the scripts ran.
        ref={checkLoaded}
        alt={alt}
        width={480}
        height={320}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : undefined}
        draggable={false}
        sizes={sizes}
        srcSet={sourceSet(thumb)}
        src={thumb(widths[0])}
        onError={fallBack}
      />
    </picture>
  );
}
