import { Link } from '@site/shared/router';
import styles from './ProjectLink.module.css';
import type { CardProject } from '../../projects/toCard';

interface ProjectLinkProps {
  project: CardProject;
  /** Called when the link is followed. */
  open: () => void;
}

/** A link to a project's page, named after the project. The whole `<article>` around the link is clickable (§2). */
export function ProjectLink({ project: { id, title }, open }: ProjectLinkProps) {
  return (
    <Link className={styles.link} to={`/projects/${encodeURIComponent(id)}`} onClick={open}>
      {title}
    </Link>
  );
}
