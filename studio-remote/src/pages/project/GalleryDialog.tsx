import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Project } from '../../api/Project';
import { GalleryButton } from './GalleryButton';
import styles from './GalleryDialog.module.css';
import { galleryEntry } from './galleryEntry';
import { useSwipe } from './useSwipe';
import { useZoom } from './useZoom';

interface GalleryDialogProps {
  project: Pick<Project, 'id' | 'title'>;
  index: number;
  turn: (by: 1 | -1) => void;
  /** The Previous and Next buttons, with the picture's number between them; false if there is only one picture. */
  arrows: ReactNode;
  children: ReactNode;
}

/**
 * The delay before a new picture's index is stored in the history entry, in milliseconds. Browsers limit how often a page
 * may change the history.
 */
const SAVE_DELAY = 300;

/**
 * Shows an enlarged picture from the gallery: uncropped, as large as the window, and zoomable. Escape and Back close the
 * dialog, and the focus returns to the element that had it before. The dialog adds a history entry with the page's own URL
 * and state, so that the page does not scroll. If the visitor returns to that entry, or reloads the page while the entry is
 * current, the dialog opens again.
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
    // Closes the dialog before React removes it, so that the browser restores the focus.
    return () => element?.close();
  }, [id]);

  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const save = () => galleryEntry.isCurrent(id) && galleryEntry.savePicture(index);
    saveTimer.current = setTimeout(save, SAVE_DELAY);
    return () => clearTimeout(saveTimer.current);
  }, [id, index]);

  function leave() {
    // Cancels the pending change to the history entry, which would keep some older browsers from going back.
    clearTimeout(saveTimer.current);
    if (galleryEntry.isCurrent(id)) history.back();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys zoom the picture wherever in the dialog the focus is
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
