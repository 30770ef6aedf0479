import { Link } from '@site/shared/router';
import { useLayoutEffect, useRef } from 'react';
import styles from './ProjectCard.module.css';
import { ProjectPicture } from './ProjectPicture';
import { setViewTransitionName } from './setViewTransitionName';
import { StatusBadge } from './StatusBadge';
import { TechnologyTags } from './TechnologyTags';
import type { CardProject } from './toCard';
import { visit } from './visit';

const SIZES = '(min-width: 80rem) 24rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 94vw';

/** A project in the list. All of the card leads to the project (§2). The `first` ones are seen at once. */
export function ProjectCard({ project, first }: { project: CardProject; first: boolean }) {
  const cover = useRef<HTMLDivElement>(null);
  const open = () => {
    visit.opened = project.id;
    setViewTransitionName(cover.current);
  };
  useLayoutEffect(() => {
    if (visit.opened === project.id) setViewTransitionName(cover.current);
  }, [project.id]);

  return (
    <article className={styles.card}>
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          project={project}
          fileName={project.coverImage}
          alt=""
          widths={[480, 720, 960, 1440]}
          // A last row has wider ones.
          sizes={first ? SIZES : `auto, ${SIZES}`}
          eager={first}
        />
      </div>
      <div className={styles.body}>
        <div className={styles.meta}>
          <span className={styles.category}>{project.category}</span>
          {project.status && <StatusBadge status={project.status} />}
        </div>
        <h2 className={styles.title}>
          <Link className={styles.link} to={`/projects/${encodeURIComponent(project.id)}`} onClick={open}>
            {project.title}
          </Link>
        </h2>
        {project.description && <p className={styles.description}>{project.description}</p>}
        <div className={styles.tags}>
          <TechnologyTags technologies={project.technologies} />
        </div>
      </div>
    </article>
  );
}
