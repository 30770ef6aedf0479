import { Button } from '@site/shared/ui/Button';
import styles from './ProjectFailure.module.css';

interface ProjectFailureProps {
  message: string;
  retry: () => void;
}

/** Replaces a project's text if the project could not be loaded (§8). The rest of the page stays. */
export function ProjectFailure({ message, retry }: ProjectFailureProps) {
  return (
    <div className={styles.failure}>
      <div role="alert">
        <h2>Error Loading Project</h2>
        <p>{message}</p>
      </div>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}
