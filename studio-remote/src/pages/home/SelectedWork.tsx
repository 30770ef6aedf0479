import { Link } from '@site/shared/router';
import { Section } from '@site/shared/ui/Section';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { colourProps } from '../../projects/projectColour';
import grid from '../projects/ProjectGrid.module.css';
import { ProjectLink } from '../projects/ProjectLink';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { CardProject } from '../../projects/toCard';
import { usePictureTransition } from '../projects/usePictureTransition';
import styles from './SelectedWork.module.css';

const PLACES = [0, 1, 2, 3];

/**
 * Large pictures of completed projects (§4). Renders nothing if `work` is empty.
 *
 * @param work undefined while the projects are loading
 */
export function SelectedWork({ work }: { work: CardProject[] | undefined }) {
  if (work?.length === 0) return null;
  return (
    <Section id="work" title="Selected work" className={styles.work}>
      <p className={styles.all}>
        <Link to="/projects">See all projects</Link>
      </p>
      {work ? (
        <ul role="list" className={grid.grid}>
          {work.map((project, index) => (
            <li className={grid[chooseSide(index, work.length)]} key={project.id}>
              <Work project={project} isWide={chooseSide(index, work.length) === 'both'} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={grid.grid} aria-hidden="true">
          {PLACES.map((place) => (
            <div className={grid[chooseSide(place, PLACES.length)]} key={place}>
              <div className={styles.place} />
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}

function chooseSide(index: number, count: number): 'both' | 'left' | 'right' {
  if (count % 2 === 1 && index === 0) return 'both';
  return (index + count) % 2 === 0 ? 'left' : 'right';
}

/**
 * A card with the project's first gallery picture, because the hero already shows the cover. If the gallery is empty, the
 * card shows the cover.
 */
function Work({ project, isWide }: { project: CardProject; isWide: boolean }) {
  const { cover, open } = usePictureTransition(project);
  // Before hydration, the picture loads lazily, so that it does not compete with the scripts for bandwidth. After hydration,
  // it loads even if it is outside the viewport, so that a full-page screenshot contains it.
  const isHydrated = useIsHydrated();
  return (
    <article {...colourProps(project, styles.project)}>
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          owner={project}
          fileName={project.images[0] ?? project.coverImage}
          sizes={`(min-width: 48rem) ${isWide ? 100 : 50}vw, 80vw`}
          eager={isHydrated}
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <ProjectLink project={project} open={open} />
        </h3>
        <p className={styles.category}>{project.category}</p>
        <p className={styles.description}>{project.description}</p>
      </div>
    </article>
  );
}
