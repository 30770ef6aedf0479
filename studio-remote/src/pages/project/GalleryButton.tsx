import styles from './Gallery.module.css';

const BUTTONS = {
  previous: ['Previous image', 'm15 5-7 7 7 7'],
  next: ['Next image', 'm9 5 7 7-7 7'],
  enlarge: ['Enlarge image', 'M14 4h6v6M10 20H4v-6M20 4l-7 7M4 20l7-7'],
  zoomIn: ['Zoom in', 'M4 12h16M12 4v16'],
  zoomOut: ['Zoom out', 'M4 12h16'],
  close: ['Close', 'M5 5l14 14M19 5 5 19'],
} as const;

export function GalleryButton({ kind, onClick }: { kind: keyof typeof BUTTONS; onClick: () => void }) {
  const [name, icon] = BUTTONS[kind];
  return (
    <button className={`${styles.arrow} ${styles[kind]}`} type="button" aria-label={name} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
