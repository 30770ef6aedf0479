import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useEffect, useEffectEvent, useReducer, type KeyboardEvent } from 'react';
import { ProjectPicture } from '../projects/ProjectPicture';
import styles from './Gallery.module.css';
import { GalleryButton } from './GalleryButton';
import { GalleryDialog } from './GalleryDialog';
import { galleryEntry } from './galleryEntry';
import type { ShownProject } from './prepareProject';
import { useSwipe } from './useSwipe';

interface GalleryProps {
  /** Must have at least one picture. */
  project: ShownProject;
}

interface Shown {
  index: number;
  image: string | undefined;
  isLarge: boolean;
}

const changed = (shown: Shown, change: Partial<Shown>): Shown => ({ ...shown, ...change });

/**
 * A project's gallery (§2): one large picture, and all pictures as thumbnails. The gallery wraps around at both ends. While
 * the focus is in the gallery, the left and right arrow keys, Home and End also switch pictures. A single picture has no
 * arrows or thumbnails. A click on the large picture enlarges it.
 */
export function Gallery({ project }: GalleryProps) {
  const { id, title, images, imageDescriptions: descriptions } = project;
  const [shown, change] = useReducer(changed, { index: 0, image: images[0], isLarge: false });
  const { isLarge } = shown;
  const isHydrated = useIsHydrated();
  // After a change to `images`, the current picture stays if it is still in the list. Otherwise, the first one is shown.
  const index =
    images[shown.index] === shown.image ? shown.index : Math.max(0, images.indexOf(shown.image ?? ''));
  const count = images.length;
  const hasSeveral = count > 1;
  const show = (next: number) => {
    const wrapped = (next + count) % count;
    change({ index: wrapped, image: images[wrapped] });
  };

  const openAgain = useEffectEvent(() => {
    if (!galleryEntry.isCurrent(id)) return;
    const picture = galleryEntry.picture();
    if (images[picture]) show(picture);
    change({ isLarge: true });
  });
  useEffect(() => {
    // After a reload or a return to this page, the current history entry may belong to an enlarged picture.
    openAgain();
    const follow = () => change({ isLarge: galleryEntry.isCurrent(id) });
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [id]);

  function turnByKey(event: KeyboardEvent) {
    if (!hasSeveral || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  }

  const turn = (by: number) => show(index + by);
  const swipe = useSwipe(turn, () => change({ isLarge: true }));

  const picture = (sizes: string) => (
    <ProjectPicture
      owner={project}
      fileName={images[index] ?? ''}
      alt={descriptions[index] || `${title}, picture ${index + 1}`}
      widths={[480, 720, 960, 1440, 2160, 2880]}
      sizes={sizes}
      whole
      // Before hydration, the picture loads lazily, so that it does not compete with the scripts for bandwidth. If the
      // project has no cover, this is the page's first picture, so it loads at once.
      eager={isHydrated || !project.coverImage}
    />
  );

  const arrows = hasSeveral && (
    <>
      <GalleryButton kind="previous" onClick={() => turn(-1)} />
      <span className={styles.count} aria-hidden="true">
        {`${index + 1} / ${count}`}
      </span>
      <GalleryButton kind="next" onClick={() => turn(1)} />
    </>
  );

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys switch pictures wherever in the gallery the focus is
    <section
      className={styles.gallery}
      aria-roledescription="carousel"
      aria-label={`Pictures of ${title}`}
      onKeyDown={turnByKey}
    >
      <div className={styles.stage}>
        <div className={styles.slides} aria-live="polite" {...swipe}>
          <div role="group" aria-roledescription="slide" aria-label={`${index + 1} of ${count}`}>
            {picture('(min-width: 80rem) 75rem, 94vw')}
          </div>
        </div>
        <div className={styles.controls}>
          {arrows}
          <GalleryButton kind="enlarge" onClick={() => change({ isLarge: true })} />
        </div>
      </div>
      {hasSeveral && (
        <ul role="list" className={styles.thumbnails} aria-label="All pictures">
          {images.map((image, position) => (
            <li key={position}>
              <button
                className={styles.thumbnail}
                type="button"
                aria-label={`Show picture ${position + 1} of ${count}`}
                aria-current={position === index || undefined}
                onClick={() => show(position)}
              >
                <ProjectPicture owner={project} fileName={image} widths={[192]} sizes="96px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <GalleryDialog {...{ project, index, turn, arrows }}>{picture('max(100vw, 100vh)')}</GalleryDialog>
      )}
    </section>
  );
}
