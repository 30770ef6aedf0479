import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Project } from '../../api/Project';
import { GalleryButton } from './GalleryButton';
import styles from './GalleryDialog.module.css';
import { galleryEntry } from './galleryEntry';
import { useSwipe } from './useSwipe';
import { useZoom } from './useZoom';

interface GalleryDialogProps {
  project: Pick<Project, 'id' | 'title'>;
  /** The position of the picture. */
  index: number;
  turn: (by: 1 | -1) => void;
  /** The buttons that turn, if there is something to turn to. */
  arrows: ReactNode;
  /** The picture. */
  children: ReactNode;
}

/** How long a picture is shown before its history entry names it: browsers limit how often that may be written. */
const NOTE_AFTER = 300;

/**
 * A picture of the gallery, whole and as large as the window, which can be zoomed. Escape and Back close it, and the
 * focus returns to where it was: its entry of the history has the page's own address and state, so that the page does
 * not move. It is open while the history is there: Forward, a reload and a return open it again.
 */
export function GalleryDialog({ project: { id, title }, index, turn, arrows, children }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { stage, transform, isGesture, isLarge, toggle, pointerHandlers, onKeyDown } = useZoom(
    index,
    useSwipe(turn),
  );

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (!galleryEntry.isCurrent(id)) galleryEntry.add(id);
    // Before the element goes, so that the focus does not go with it.
    return () => element?.close();
  }, [id]);

  const noting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const note = () => galleryEntry.isCurrent(id) && galleryEntry.keepPicture(index);
    noting.current = setTimeout(note, NOTE_AFTER);
    return () => clearTimeout(noting.current);
  }, [id, index]);

  function leave() {
    // Older browsers go nowhere if the entry is written while they go back.
    clearTimeout(noting.current);
    if (galleryEntry.isCurrent(id)) history.back();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys zoom the picture wherever in it the focus is
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={`Pictures of ${title}`}
      onClose={leave}
      onKeyDown={onKeyDown}
    >
      <div
        ref={stage}
        className={isLarge ? `${styles.stage} ${styles.large}` : styles.stage}
        aria-live="polite"
        {...pointerHandlers}
      >
        <div
          className={isGesture ? styles.picture : `${styles.picture} ${styles.settling}`}
          style={{ transform }}
        >
          {children}
        </div>
      </div>
      {arrows}
      <GalleryButton kind={isLarge ? 'zoomOut' : 'zoomIn'} onClick={toggle} />
      <GalleryButton kind="close" onClick={() => dialog.current?.close()} />
    </dialog>
  );
}
