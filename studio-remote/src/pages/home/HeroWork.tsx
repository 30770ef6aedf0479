import { Link } from '@site/shared/router';
import { useRef } from 'react';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { CardProject } from '../projects/toCard';
import { usePictureTransition } from '../projects/usePictureTransition';
import styles from './HeroWork.module.css';
import { useTurns } from './useTurns';

/** A phone with a dense screen takes a copy of 960 pixels: sharp enough for a picture, and half as large. */
const SIZES = '(min-width: 80rem) 64vw, (min-width: 48rem) 75vw, 80vw';

/** The buttons that stop the turns and start them again, 24 by 24. */
const CONTROLS = { Pause: 'M8 5v14M16 5v14', Play: 'M7 5l12 7-12 7z' };

interface HeroWorkProps {
  /** Each with a cover; the first is there from the start. */
  projects: CardProject[];
}

/** Covers of projects that slowly take turns, each with its name. All of it leads to the project that is shown. */
export function HeroWork({ projects }: HeroWorkProps) {
  const frame = useRef<HTMLElement>(null);
  const { shown, loaded, control, toggle } = useTurns(frame, projects.length);
  const project = projects[shown] ?? projects[0];
  const { cover, open } = usePictureTransition(project?.id ?? '');
  if (!project) return null;
  return (
    <article ref={frame} className={styles.work}>
      <div ref={cover} className={styles.covers}>
        {projects.slice(0, loaded).map((one, index) => (
          <div className={styles.cover} data-shown={index === shown || undefined} key={one.id}>
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
