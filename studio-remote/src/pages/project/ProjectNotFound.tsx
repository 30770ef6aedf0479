import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { NotFoundArtwork } from '@site/shared/ui/NotFoundArtwork';
import { GoBackLink } from './GoBackLink';
import styles from './ProjectNotFound.module.css';

/** What is shown instead of a project that does not exist or could not be loaded (§2). */
export function ProjectNotFound({ message }: { message: string }) {
  return (
    <div className={styles.notFound}>
      <div>
        <h1 className={styles.title}>Project Not Found</h1>
        <p role="alert">{message}</p>
        <div className={styles.actions}>
          <GoBackLink />
          <ButtonLink to="/projects">View All Projects</ButtonLink>
        </div>
      </div>
      <NotFoundArtwork />
    </div>
  );
}
