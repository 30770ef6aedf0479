import { Link } from '@site/shared/router';
import { Section } from '@site/shared/ui/Section';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { CardProject } from '../projects/toCard';
import { usePictureTransition } from '../projects/usePictureTransition';
import styles from './SelectedWork.module.css';

/** What the section holds free for while its work is being read. */
const PLACES = [0, 1, 2, 3];

/** Completed projects with large covers; undefined while they are being read. Without any the section is not there. */
export function SelectedWork({ work }: { work: CardProject[] | undefined }) {
  if (work?.length === 0) return null;
  return (
    <Section id="work" title="Selected work" className={styles.work}>
      <Link to="/projects">See all projects</Link>
      {work ? (
        <ul className={styles.list}>
          {work.map((project, index) => (
            <li key={project.id}>
              <Work project={project} isWide={index === 0 && work.length % 2 === 1} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.list} aria-hidden="true">
          {PLACES.map((place) => (
            <div className={styles.place} key={place} />
          ))}
        </div>
      )}
    </Section>
  );
}

/** One project. All of it leads to its page. */
function Work({ project, isWide }: { project: CardProject; isWide: boolean }) {
  const { cover, open } = usePictureTransition(project.id);
  return (
    <article className={styles.project}>
      <div ref={cover} className={styles.cover}>
        <ProjectPicture
          project={project}
          sizes={
            isWide
              ? '(min-width: 80rem) 75rem, 94vw'
              : '(min-width: 80rem) 37rem, (min-width: 48rem) 46vw, 94vw'
          }
        />
      </div>
      <h3 className={styles.title}>
        <Link className={styles.link} to={`/projects/${encodeURIComponent(project.id)}`} onClick={open}>
          {project.title}
        </Link>
      </h3>
      <p className={styles.category}>{project.category}</p>
      <p className={styles.description}>{project.description}</p>
    </article>
  );
}
