import { Button } from '@site/shared/ui/Button';
import styles from './ProjectsNotice.module.css';

/** The error state of the list (§8). */
export function ProjectsError() {
  return (
    <div className={styles.notice}>
      <div role="alert">
        <h2 className={styles.title}>Error Loading Projects</h2>
        <p className={styles.text}>Failed to load projects. Please try again later.</p>
      </div>
      <Button onClick={() => window.location.reload()}>Try Again</Button>
    </div>
  );
}
