import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Project } from '../../api/Project';
import { ProjectPicture } from '../projects/ProjectPicture';
import { GalleryButton } from './GalleryButton';
import styles from './GalleryDialog.module.css';
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
  gallery?: true;
}

/**
 * A picture of the gallery, whole and as large as the window. Escape and Back close it, and the focus returns to where
 * it was: its entry of the history has the page's own address and state, so that the page does not move.
 */
export function GalleryDialog({ project, images, index, turn, turnByKey, onClose }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe(turn);
  const several = images.length > 1;
  const name = `${project.title}, picture ${index + 1}`;

  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    if (!isOwnEntry()) history.pushState({ ...(history.state as object), gallery: true }, '');
    const close = () => element?.close();
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, []);

  function leave() {
    if (isOwnEntry()) history.back();
    onClose();
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys turn the pictures wherever in it the focus is
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={`Pictures of ${project.title}`}
      onClose={leave}
      onKeyDown={turnByKey}
    >
      <div className={styles.picture} aria-live="polite" {...swipe}>
        {/* The key: while the next picture loads, the one before must not stand there under its name. */}
        <ProjectPicture
          key={index}
          project={project}
          fileName={images[index] ?? ''}
          alt={name}
          widths={[480, 720, 960, 1440]}
          sizes="100vw"
          whole
          eager
        />
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

function isOwnEntry(): boolean {
  return Boolean((history.state as EntryState | null)?.gallery);
}
