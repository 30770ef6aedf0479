import { Link } from '@site/shared/router';
import type { NextProject } from './nextProject';
import styles from './NextProjectLink.module.css';

/** The way on, at the end of a project. */
export function NextProjectLink({ next: { id, title, category } }: { next: NextProject }) {
  return (
    <nav className={styles.next} aria-label="Next project">
      <p className={styles.label}>Next project{category && ` · ${category}`}</p>
      <Link className={styles.link} to={`/projects/${encodeURIComponent(id)}`}>
        {title}{' '}
        <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 12h17m-7-7 7 7-7 7" />
        </svg>
      </Link>
    </nav>
  );
}
