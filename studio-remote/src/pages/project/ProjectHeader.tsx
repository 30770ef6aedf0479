import type { Project } from '../../api/Project';
import { StatusBadge } from '../projects/StatusBadge';
import styles from './ProjectHeader.module.css';

/** Title, description, category and status of a project (§2). */
export function ProjectHeader({ project: { title, description, category, status } }: { project: Project }) {
  return (
    <div className={styles.header}>
      {(category || status) && (
        <div className={styles.labels}>
          {category && <span className={styles.category}>{category}</span>}
          {status && <StatusBadge status={status} />}
        </div>
      )}
      <h1 className={styles.title}>{title}</h1>
      {description && <p className={styles.description}>{description}</p>}
    </div>
  );
}
