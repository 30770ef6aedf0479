import { Link } from '@site/shared/router';
import styles from './ProjectLink.module.css';
import type { CardProject } from '../../projects/toCard';

interface ProjectLinkProps {
  project: CardProject;
  open: () => void;
}

/** A link to a project's page. The whole `<article>` around the link is clickable. */
export function ProjectLink({ project: { id, title }, open }: ProjectLinkProps) {
  return (
    <Link className={styles.link} to={`/projects/${encodeURIComponent(id)}`} onClick={open}>
      {title}
    </Link>
  );
}
