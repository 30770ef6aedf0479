import type { RefObject } from 'react';
import { ProjectLink } from '../projects/ProjectLink';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { CardProject } from '../../projects/toCard';
import { usePictureTransition } from '../projects/usePictureTransition';
import styles from './HeroCarousel.module.css';
import type { useRotation } from './useRotation';

/**
 * On phones, the picture is as wide as the screen. Even so, `80vw` makes high-density phones load the 960 px copy, which is
 * sharp enough. Its file is about half the size of the next larger copy.
 */
const SIZES = '(min-width: 80rem) 64vw, (min-width: 48rem) 75vw, 80vw';

const CONTROLS = { Pause: 'M8 5v14M16 5v14', Play: 'M7 5l12 7-12 7z' };

interface HeroWorkProps {
  frame: RefObject<HTMLElement | null>;
  covers: CardProject[];
  project: CardProject;
  turns: ReturnType<typeof useRotation>;
}

/** Shows the projects' covers in turn. The whole area is a link to the project that is shown. */
export function HeroCarousel({ frame, covers, project, turns }: HeroWorkProps) {
  const { loaded, control, toggle } = turns;
  const { cover, open } = usePictureTransition(project);
  return (
    <article ref={frame} className={styles.work}>
      <div ref={cover} className={styles.covers}>
        {covers.slice(0, loaded).map((one, index) => (
          <div className={styles.cover} data-shown={one === project || undefined} key={one.id}>
            <ProjectPicture owner={one} fileName={one.coverImage} sizes={SIZES} urgent={index === 0} eager />
          </div>
        ))}
      </div>
      <div className={loaded > 1 ? `${styles.name} ${styles.turned}` : styles.name} key={project.id}>
        <p className={styles.title}>
          <ProjectLink project={project} open={open} />
        </p>
        <p className={styles.category}>{project.category}</p>
      </div>
      {control && (
        <button className={styles.control} type="button" aria-label={control} onClick={toggle}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={CONTROLS[control]} />
          </svg>
        </button>
      )}
    </article>
  );
}
