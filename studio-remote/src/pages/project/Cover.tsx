import { useLayoutEffect, useRef } from 'react';
import { ProjectPicture } from '../projects/ProjectPicture';
import { setViewTransitionName } from '../projects/setViewTransitionName';
import type { CardProject } from '../../projects/toCard';
import { takeCarriedPicture } from '../../projects/session';
import styles from './Cover.module.css';

/** For phones, the width is the same as in the list's cards, so that the cover reuses the copy that a card has loaded. */
const SIZES = '(min-width: 48rem) 100vw, 80vw';

/**
 * A project's full-width cover. If the visitor came through a link with a picture of the project, that picture stays in
 * front of the cover until the cover has been decoded. Without that picture, the transition would end at an empty box.
 */
export function Cover({ project }: { project: CardProject }) {
  const frame = useRef<HTMLDivElement>(null);
  const { id } = project;

  useLayoutEffect(() => {
    setViewTransitionName(frame.current);
    const cover = frame.current?.querySelector('img');
    const picture = takeCarriedPicture(id);
    if (!cover || !picture) return undefined;
    // Moves the element itself from the previous page, because a clone would have to be decoded again.
    frame.current?.append(picture);
    const drop = () => picture.remove();
    void cover.decode().then(drop, drop);
    return drop;
  }, [id]);

  return (
    <div ref={frame} className={styles.cover}>
      <ProjectPicture
        owner={project}
        fileName={project.coverImage}
        widths={[480, 720, 960, 1440, 2160, 2880]}
        sizes={SIZES}
        urgent
      />
    </div>
  );
}
