import type { KeyboardEvent } from 'react';
import styles from './Gallery.module.css';

/** What is drawn on the buttons, 24 by 24. */
const DRAWINGS = {
  previous: 'm15 5-7 7 7 7',
  next: 'm9 5 7 7-7 7',
  enlarge: 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7',
  close: 'M5 5l14 14M19 5 5 19',
};

interface GalleryButtonProps {
  name: string;
  /** Its place and its drawing. */
  kind: keyof typeof DRAWINGS;
  onClick: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A round button on a picture. */
export function GalleryButton({ name, kind, ...handlers }: GalleryButtonProps) {
  return (
    <button {...handlers} className={`${styles.arrow} ${styles[kind]}`} type="button" aria-label={name}>
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d={DRAWINGS[kind]} />
      </svg>
    </button>
  );
}
