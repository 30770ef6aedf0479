import { Link } from '@site/shared/router';
import type { RefObject } from 'react';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { CardProject } from '../projects/toCard';
import { usePictureTransition } from '../projects/usePictureTransition';
import styles from './HeroWork.module.css';
import type { useTurns } from './useTurns';

/** A phone with a dense screen takes a copy of 960 pixels: sharp enough for a picture, and half as large. */
const SIZES = '(min-width: 80rem) 64vw, (min-width: 48rem) 75vw, 80vw';

/** The buttons that stop the turns and start them again, 24 by 24. */
const CONTROLS = { Pause: 'M8 5v14M16 5v14', Play: 'M7 5l12 7-12 7z' };

interface HeroWorkProps {
  frame: RefObject<HTMLElement | null>;
  /** Each with a cover; the first is there from the start. */
  covers: CardProject[];
  /** The one that is shown. */
  project: CardProject;
  turns: ReturnType<typeof useTurns>;
}

/** Covers of projects that slowly take turns, each with its name. All of it leads to the project that is shown. */
export function HeroWork({ frame, covers, project, turns }: HeroWorkProps) {
  const { loaded, control, toggle } = turns;
  const { cover, open } = usePictureTransition(project);
  return (
    <article ref={frame} className={styles.work}>
      <div ref={cover} className={styles.covers}>
        {covers.slice(0, loaded).map((one, index) => (
          <div className={styles.cover} data-shown={one === project || undefined} key={one.id}>
            <ProjectPicture project={one} sizes={SIZES} urgent={index === 0} eager />
          </div>
        ))}
      </div>
      <div className={loaded > 1 ? `${styles.name} ${styles.turned}` : styles.name} key={project.id}>
        <p className={styles.title}>
          <Link className={styles.link} to={`/projects/${encodeURIComponent(project.id)}`} onClick={open}>
            {project.title}
          </Link>
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
