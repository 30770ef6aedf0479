import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Project } from '../../api/Project';
import { ProjectPicture } from '../projects/ProjectPicture';
import { setViewTransitionName } from '../projects/setViewTransitionName';
import type { CardProject } from '../projects/toCard';
import styles from './Gallery.module.css';
import { GalleryButton } from './GalleryButton';
import { GalleryDialog, isDialogEntry } from './GalleryDialog';
import { useSwipe } from './useSwipe';

interface GalleryProps {
  /** With one picture at least; what each shows, as far as it is known. */
  project: CardProject & Partial<Pick<Project, 'imageDescriptions'>>;
}

/**
 * The pictures of a project, one large and all as thumbnails (§2). Wraps around at both ends (§4); with the
 * focus inside, the left and right arrow keys, Home and End turn it, too. A single picture has no arrows and no
 * thumbnail: there is nothing that they could turn to. A click on a picture shows it large.
 */
export function Gallery({ project }: GalleryProps) {
  const { id, title, images, imageDescriptions: descriptions = [] } = project;
  const [shown, setShown] = useState({ index: 0, image: images[0] });
  // The list of pictures may have changed. The shown picture stays if the new list still has it.
  const index =
    images[shown.index] === shown.image ? shown.index : Math.max(0, images.indexOf(shown.image ?? ''));
  const [isLarge, setIsLarge] = useState(false);
  useEffect(() => {
    const follow = () => setIsLarge(isDialogEntry(id));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [id]);
  const count = images.length;
  const several = count > 1;
  const show = (next: number) => {
    const at = (next + count) % count;
    setShown({ index: at, image: images[at] });
  };

  function turnByKey(event: KeyboardEvent) {
    if (!several || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  }

  const turn = (by: number) => show(index + by);
  const swipe = useSwipe(turn, () => setIsLarge(true));

  /** The shown picture, whole, in a place whose width `sizes` tells. */
  const picture = (sizes: string) => (
    <ProjectPicture
      project={project}
      fileName={images[index] ?? ''}
      alt={descriptions[index] || `${title}, picture ${index + 1}`}
      widths={[480, 720, 960, 1440, 2160]}
      sizes={sizes}
      whole
      eager
    />
  );

  const arrows = several && (
    <>
      <GalleryButton kind="previous" onClick={() => turn(-1)} />
      <span className={styles.count} aria-hidden="true">
        {`${index + 1} / ${count}`}
      </span>
      <GalleryButton kind="next" onClick={() => turn(1)} />
    </>
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys turn the pictures wherever in it the focus is
    <section
      className={styles.gallery}
      aria-roledescription="carousel"
      aria-label={`Pictures of ${title}`}
      onKeyDown={turnByKey}
    >
      <div className={styles.stage}>
        <div ref={setViewTransitionName} className={styles.slides} aria-live="polite" {...swipe}>
          <div role="group" aria-roledescription="slide" aria-label={`${index + 1} of ${count}`}>
            {picture('(min-width: 80rem) 75rem, 94vw')}
          </div>
        </div>
        <div className={styles.controls}>
          {arrows}
          <GalleryButton kind="enlarge" onClick={() => setIsLarge(true)} />
        </div>
      </div>
      {several && (
        <ul className={styles.thumbnails} aria-label="All pictures">
          {images.map((image, position) => (
            <li key={position}>
              <button
                className={styles.thumbnail}
                type="button"
                aria-label={`Show picture ${position + 1} of ${count}`}
                aria-current={position === index || undefined}
                onClick={() => show(position)}
              >
                <ProjectPicture project={project} fileName={image} widths={[192]} sizes="96px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <GalleryDialog {...{ project, turn, arrows }}>{picture('max(100vw, 100vh)')}</GalleryDialog>
      )}
    </section>
  );
}
