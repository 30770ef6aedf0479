import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Project } from '../../api/Project';
import { ProjectPicture } from '../projects/ProjectPicture';
import styles from './Gallery.module.css';

/** How far a pointer must travel sideways to turn to another picture. CSS pixels. */
const SWIPE = 40;

interface GalleryProps {
  project: Pick<Project, 'id' | 'collection' | 'title'>;
  /** Their file names, one at least. */
  images: string[];
}

/**
 * The pictures of a project, one large and all as thumbnails (§2). Wraps around at both ends (§4); with the
 * focus inside, the left and right arrow keys, Home and End turn it, too. A single picture has no arrows and no
 * thumbnail: there is nothing that they could turn to.
 */
export function Gallery({ project, images }: GalleryProps) {
  const { title } = project;
  const [shown, setShown] = useState({ index: 0, image: images[0] });
  // The pictures may be others by now: the one that is shown stays if it can.
  const index =
    images[shown.index] === shown.image ? shown.index : Math.max(0, images.indexOf(shown.image ?? ''));
  const [swipeStart, setSwipeStart] = useState<number>();
  const several = images.length > 1;
  const show = (next: number) => {
    const at = (next + images.length) % images.length;
    setShown({ index: at, image: images[at] });
  };

  function turnByKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: images.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  }

  function turnBySwipe(event: PointerEvent) {
    const distance = swipeStart === undefined ? 0 : event.clientX - swipeStart;
    setSwipeStart(undefined);
    if (Math.abs(distance) >= SWIPE) show(distance > 0 ? index - 1 : index + 1);
  }

  return (
    <section className={styles.gallery} aria-roledescription="carousel" aria-label={`Pictures of ${title}`}>
      <div className={styles.stage}>
        <div
          className={styles.slides}
          aria-live="polite"
          onPointerDown={(event) => setSwipeStart(event.clientX)}
          onPointerCancel={() => setSwipeStart(undefined)}
          onPointerUp={turnBySwipe}
        >
          <div role="group" aria-roledescription="slide" aria-label={`${index + 1} of ${images.length}`}>
            {/* The key: while the next picture loads, the one before must not stand there under its name. */}
            <ProjectPicture
              key={index}
              project={project}
              fileName={images[index] ?? ''}
              alt={`${title}, picture ${index + 1}`}
              thumbs={['960x640', '1440x960']}
              sizes="(min-width: 80rem) 50rem, (min-width: 64rem) 62vw, 94vw"
              eager
            />
          </div>
        </div>
        {several && (
          <>
            <span className={styles.count} aria-hidden="true">
              {index + 1} / {images.length}
            </span>
            <Arrow
              name="Previous image"
              className={styles.previous}
              path="m15 5-7 7 7 7"
              onClick={() => show(index - 1)}
              onKeyDown={turnByKey}
            />
            <Arrow
              name="Next image"
              className={styles.next}
              path="m9 5 7 7-7 7"
              onClick={() => show(index + 1)}
              onKeyDown={turnByKey}
            />
          </>
        )}
      </div>
      {several && (
        <ul className={styles.thumbnails} aria-label="All pictures">
          {images.map((image, position) => (
            <li key={position}>
              <button
                className={styles.thumbnail}
                type="button"
                aria-label={`Show picture ${position + 1} of ${images.length}`}
                aria-current={position === index || undefined}
                onClick={() => show(position)}
                onKeyDown={turnByKey}
              >
                <ProjectPicture project={project} fileName={image} alt="" thumbs={['192x128']} sizes="96px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ArrowProps {
  name: string;
  className: string | undefined;
  path: string;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Arrow({ name, className, path, ...handlers }: ArrowProps) {
  return (
    <button {...handlers} className={`${styles.arrow} ${className}`} type="button" aria-label={name}>
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
