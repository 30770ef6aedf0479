import { colourProps } from '../../projects/projectColour';
import styles from './ProjectCard.module.css';
import type { Place } from './layOutCards';
import { ProjectLink } from './ProjectLink';
import { ProjectPicture } from './ProjectPicture';
import { StatusBadge } from './StatusBadge';
import { TechnologyTags } from './TechnologyTags';
import type { CardProject } from '../../projects/toCard';
import { usePictureTransition } from './usePictureTransition';

/**
 * The value of `sizes` for a wide card. On phones, the picture is as wide as the screen. `80vw` understates this width, so
 * that phones with a high-density screen load a smaller copy. The loss of sharpness is not visible.
 */
const WIDE = '(min-width: 48rem) 100vw, 80vw';
/** The value of `sizes` for a half-width card. For phones, it is the same as `WIDE`. */
const HALF = '(min-width: 48rem) 50vw, 80vw';

interface ProjectCardProps {
  project: CardProject;
  place: Place;
  /** Whether the card is in the first row, which is visible without scrolling. */
  first: boolean;
  eager?: boolean;
}

/** A project's card in the list. The whole card is a link to the project's page (§2). */
export function ProjectCard({ project, place: { side, isSmall }, first, eager }: ProjectCardProps) {
  const { cover, open } = usePictureTransition(project);
  const shape = isSmall ? styles.small : side === 'both' ? styles.wide : '';
  const order = first ? '' : styles.later;
  return (
    <article {...colourProps(project, `${styles.card} ${shape} ${order}`)}>
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          owner={project}
          fileName={project.coverImage}
          widths={[480, 720, 960, 1440, 2160, 2880]}
          sizes={side === 'both' ? WIDE : HALF}
          // If the first row has two cards, only the left picture is urgent, because a second urgent picture would compete
          // with the scripts for bandwidth.
          urgent={first && side !== 'right'}
          eager={eager || (first && side !== 'right')}
        />
      </div>
      <div className={styles.body}>
        <h2 className={styles.title}>
          <ProjectLink project={project} open={open} />
        </h2>
        {project.description && <p className={styles.description}>{project.description}</p>}
        {(project.category || project.status) && (
          <div className={styles.meta}>
            {project.category && <span>{project.category}</span>}
            {project.status && <StatusBadge status={project.status} />}
          </div>
        )}
        {project.technologies.length > 0 && (
          <div>
            <TechnologyTags technologies={project.technologies} />
          </div>
        )}
      </div>
    </article>
  );
}
