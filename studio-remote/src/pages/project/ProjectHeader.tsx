import type { Project } from '../../api/Project';
import { StatusBadge } from '../projects/StatusBadge';
import { CategoryLink } from './CategoryLink';
import styles from './ProjectHeader.module.css';

interface ProjectHeaderProps {
  project: Pick<Project, 'title' | 'description' | 'category' | 'status'>;
}

/** Title, description, category and status of a project (§2). */
export function ProjectHeader({ project: { title, description, category, status } }: ProjectHeaderProps) {
  return (
    <div className={styles.header}>
      {(category || status) && (
        <div className={styles.labels}>
          {category && <CategoryLink category={category} />}
          {status && <StatusBadge status={status} />}
        </div>
      )}
      <h1 className={styles.title}>{title}</h1>
      {description && <p className={styles.description}>{description}</p>}
    </div>
  );
}
