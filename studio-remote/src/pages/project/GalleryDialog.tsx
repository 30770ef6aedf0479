import { useLayoutEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Project } from '../../api/Project';
import { GalleryButton } from './GalleryButton';
import styles from './GalleryDialog.module.css';
import { useSwipe } from './useSwipe';

interface GalleryDialogProps {
  project: Pick<Project, 'id' | 'title'>;
  turn: (by: 1 | -1) => void;
  /** The buttons that turn, if there is something to turn to. */
  arrows: ReactNode;
  /** The picture. */
  children: ReactNode;
}

/**
 * A picture of the gallery, whole and as large as the window; in an upright window one that is wider than high lies on
 * its side. Escape and Back close it, and the focus returns to where it was: its entry of the history has the page's own
 * address and state, so that the page does not move. It is open while the history is there: Forward opens it again.
 */
export function GalleryDialog({ project: { id, title }, turn, arrows, children }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe(turn);
  const [isWide, setIsWide] = useState(false);
  const measure = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLImageElement) setIsWide(target.naturalWidth > target.naturalHeight);
  };

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (!isDialogEntry(id)) history.pushState({ ...(history.state as object), gallery: id }, '');
    // Before the element goes, so that the focus does not go with it.
    return () => element?.close();
  }, [id]);
  const leave = () => isDialogEntry(id) && history.back();

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={`Pictures of ${title}`} onClose={leave}>
      <div
        className={isWide ? `${styles.picture} ${styles.wide}` : styles.picture}
        aria-live="polite"
        // The event does not bubble.
        onLoadCapture={measure}
        {...swipe}
      >
        {children}
      </div>
      <GalleryButton kind="close" onClick={() => dialog.current?.close()} />
      {arrows}
    </dialog>
  );
}

/** Whether the history is at the entry of a project's dialog, which has its id beside what the router keeps there. */
export function isDialogEntry(id: string): boolean {
  return (history.state as { gallery?: string } | null)?.gallery === id;
}
