import { Link } from '@site/shared/router';
import styles from './ProjectCard.module.css';
import { ProjectPicture } from './ProjectPicture';
import { StatusBadge } from './StatusBadge';
import { TechnologyTags } from './TechnologyTags';
import type { CardProject } from './toCard';
import { usePictureTransition } from './usePictureTransition';

const SIZES = '(min-width: 80rem) 24rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 94vw';

/** A project in the list. All of the card leads to the project (§2). The `first` ones are seen at once. */
export function ProjectCard({ project, first }: { project: CardProject; first: boolean }) {
  const { cover, open } = usePictureTransition(project.id);
  return (
    <article className={styles.card}>
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          project={project}
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
