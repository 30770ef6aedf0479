import { useLocation } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { NotFoundArtwork } from '@site/shared/ui/NotFoundArtwork';
import type { MouseEvent } from 'react';
import styles from './ProjectNotFound.module.css';

/** Shown in place of a project that does not exist or could not be loaded (§2, §8). */
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

/** A link that goes back in the history if the visitor came from this site. Otherwise, it leads to the list of projects. */
function GoBackLink() {
  // The key is `default` if the page was loaded as a document. Only then does `document.referrer` name the previous page.
  const isLoaded = useLocation().key === 'default';

  function goBack(event: MouseEvent): void {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    const cameFromHere = history.length > 1 && document.referrer.startsWith(`${location.origin}/`);
    if (opensElsewhere || (isLoaded && !cameFromHere)) return;
    event.preventDefault();
    history.back();
  }

  return (
    <ButtonLink to="/projects" variant="secondary" onClick={goBack}>
      Go Back
    </ButtonLink>
  );
}
