import { Link } from '@site/shared/router';
import { coloured, washTransition } from '../projects/colourOf';
import { ProjectPicture } from '../projects/ProjectPicture';
import type { NextProject } from './nextProject';
import styles from './NextProjectLink.module.css';

/** The way on, at the end of a project. All of it leads there. */
export function NextProjectLink({ next }: { next: NextProject }) {
  const { id, title, category } = next;
  return (
    <nav {...coloured(next, styles.next)} aria-label="Next project">
      <div className={styles.cover}>
        <ProjectPicture project={next} widths={[480, 720, 960]} sizes="(min-width: 40rem) 20rem, 94vw" />
      </div>
      <p className={styles.label}>{category ? `Next project · ${category}` : 'Next project'}</p>
      <Link
        className={styles.link}
        to={`/projects/${encodeURIComponent(id)}`}
        onClick={() => washTransition(next)}
      >
        <span>{title}</span>{' '}
        <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12h17m-7-7 7 7-7 7" />
        </svg>
      </Link>
    </nav>
  );
}
