import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Project } from '../../api/Project';
import { GalleryButton } from './GalleryButton';
import styles from './GalleryDialog.module.css';
import { GalleryPicture } from './GalleryPicture';
import { useSwipe } from './useSwipe';

interface GalleryDialogProps {
  project: Pick<Project, 'id' | 'collection' | 'title'>;
  images: string[];
  /** Which of the images is shown. */
  index: number;
  turn: (by: 1 | -1) => void;
  turnByKey: (event: KeyboardEvent) => void;
  onClose: () => void;
}

/** What marks the dialog's own entry of the history, beside what the router keeps there. */
interface EntryState {
  /** The project's id. */
  gallery?: string;
}

/**
 * A picture of the gallery, whole and as large as the window. Escape and Back close it, and the focus returns to where
 * it was: its entry of the history has the page's own address and state, so that the page does not move. Forward
 * opens it again.
 */
export function GalleryDialog({ project, images, index, turn, turnByKey, onClose }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe(turn);
  const several = images.length > 1;
  const { id, title } = project;

  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    if (!isDialogEntry(id)) history.pushState({ ...(history.state as object), gallery: id }, '');
    const close = () => element?.close();
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, [id]);

  function leave() {
    if (isDialogEntry(id)) history.back();
    onClose();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys turn the pictures wherever in it the focus is
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={`Pictures of ${title}`}
      onClose={leave}
      onKeyDown={turnByKey}
    >
      <div className={styles.picture} aria-live="polite" {...swipe}>
        <GalleryPicture {...{ project, images, index }} sizes="100vw" />
      </div>
      <GalleryButton name="Close" kind="close" onClick={() => dialog.current?.close()} />
      {several && (
        <>
          <GalleryButton name="Previous image" kind="previous" onClick={() => turn(-1)} />
          <GalleryButton name="Next image" kind="next" onClick={() => turn(1)} />
          <span className={styles.count} aria-hidden="true">
            {index + 1} / {images.length}
          </span>
        </>
      )}
    </dialog>
  );
}

/** Whether the history is at the entry of a project's dialog. */
export function isDialogEntry(id: string): boolean {
  return (history.state as EntryState | null)?.gallery === id;
}
