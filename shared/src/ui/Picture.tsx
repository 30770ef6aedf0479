import { useState, type ComponentType } from 'react';
import { fileUrl } from '../api/fileUrl';
import { copyUrl, pictureName, type FileOwner, type PictureWidth } from '../api/pictureCopy';
import styles from './Picture.module.css';

export interface PictureProps {
  /** The record that the picture belongs to. The picture gets copies only if the page's source lists it in `pictures`. */
  owner: FileOwner;
  /** Empty if the record has no picture. */
  fileName: string;
  /** Leave this empty if the text beside the picture already describes it. */
  alt?: string;
  /** The widths that the browser can choose from, in pixels, smallest first. */
  widths?: [PictureWidth, ...PictureWidth[]] | undefined;
  /** The width at which the page shows the picture, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** Shows the whole picture. By default, the picture is cropped to 3:2. */
  whole?: boolean | undefined;
  /** Loads the picture at once. By default, a picture loads when it comes near the viewport. */
  eager?: boolean | undefined;
  /** Loads the picture at once and with high priority. Use this for the largest picture on the first screen. */
  urgent?: boolean | undefined;
  /** Shown if there is no picture or if it cannot be loaded. `label` is the alternative text. */
  fallback: ComponentType<{ label: string }>;
}

/** A record's picture in a 3:2 box (§3). While the picture loads, the box has the colour `--tint`. */
export function Picture(props: PictureProps) {
  const { owner, fileName } = props;
  // A new key creates a new element. Otherwise, the old picture would stay visible while the new one loads.
  return <Shown key={`${owner.id}/${fileName}`} {...props} />;
}

function Shown(props: PictureProps) {
  const { owner, fileName, alt = '', widths = [480, 720, 960, 1440], sizes, whole } = props;
  const { urgent, eager = urgent, fallback: Fallback } = props;
  const name = pictureName(owner, fileName);
  // The number of sources that are left to try (§7). At 2, the copies are offered, even if they do not exist yet. At 1, only
  // the backend's file is shown. At 0, `fallback` is shown.
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
        // An image that failed to load before hydration fires no further `error` event.
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
