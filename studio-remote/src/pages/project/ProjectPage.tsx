import { Link, useParams } from '@site/shared/router';
import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { categoryAddress } from '../projects/categoryAddress';
import { colourProps, tintTransition } from '../../projects/projectColour';
import type { CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';
import { Gallery } from './Gallery';
import { galleryEntry } from './galleryEntry';
import { NextProjectLink } from './NextProjectLink';
import type { ShownProject } from './prepareProject';
import { ProjectDetails } from './ProjectDetails';
import { ProjectFacts } from './ProjectFacts';
import { ProjectFailure } from './ProjectFailure';
import { projectHead } from './projectHead';
import { ProjectNotFound } from './ProjectNotFound';
import { ProjectOpening } from './ProjectOpening';
import styles from './ProjectPage.module.css';
import { DetailsSkeleton, ProjectSkeleton } from './ProjectSkeleton';
import { useProject } from './useProject';
import { withoutShown } from './withoutShown';

/**
 * A project's page (§2). Without embedded data, the first render is the same for every id, so that one prerendered page can
 * serve all ids. While the project is loading, the page shows the part of it that the list or the home page has already
 * loaded.
 */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const { state, next, retry } = useProject(projectId);
  const isLoading = state.status === 'loading';
  const project = state.status === 'loaded' ? state.project : undefined;
  const known = isLoading || state.status === 'error' ? state.known : project;
  const ownHead = known && { ...projectHead(known), ...(project && { index: true }) };
  const failed = !isLoading && !known;
  // "Back to projects" leads to the filtered list, or to all projects if the filter hides this project's card.
  const isInFilteredList = !known || known.category === session.listCategory;
  useEffect(() => {
    // If the current history entry belongs to an enlarged picture, but there is no picture to show, go back to the page's
    // own entry.
    if (!isLoading && !project?.images.length && galleryEntry.isCurrent(projectId)) history.back();
  }, [isLoading, project, projectId]);
  useLayoutEffect(() => () => tintTransition(), []);
  usePageHead(failed ? { title: 'Project Not Found', index: false } : ownHead);

  return (
    <div {...colourProps(known, styles.page)}>
      <div className={styles.top}>
        <Link
          className={styles.back}
          to={categoryAddress(isInFilteredList ? session.listCategory : undefined)}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            const opensElsewhere = ctrlKey || metaKey || shiftKey;
            // Makes the list scroll to the project's card, and makes the cover shrink into the card.
            if (known && !opensElsewhere) updateSession({ openedProject: known.id, returnedFrom: known.id });
          }}
        >
          <span aria-hidden="true">←</span> Back to projects
        </Link>
      </div>
      <LoadingRegion
        waiting={isLoading}
        status={isLoading ? 'Loading project' : project ? 'Project loaded' : ''}
      >
        {isLoading && !known && <ProjectSkeleton />}
        {state.status === 'notFound' && notFound}
        {state.status === 'error' && !known && <ProjectNotFound message={FAILURE} />}
        {known && (
          <KnownProject
            key={known.id}
            known={known}
            project={project}
            failure={state.status === 'error' && <ProjectFailure message={FAILURE} retry={retry} />}
          />
        )}
      </LoadingRegion>
      {/* If JavaScript is disabled, nothing replaces the skeleton. */}
      {isLoading && !known && <noscript>{notFound}</noscript>}
      {next && project && <NextProjectLink next={next} />}
    </div>
  );
}

/** Shown if the project could not be loaded (§8). */
const FAILURE = 'Failed to load project. Please try again later.';

const notFound = <ProjectNotFound message="The project you are looking for does not exist." />;

interface KnownProjectProps {
  known: CardProject;
  project: ShownProject | undefined;
  /** If the project could not be loaded, the message to show instead of its text; otherwise false. */
  failure: ReactNode;
}

function KnownProject({ known, project, failure }: KnownProjectProps) {
  const hasText = !project || project.longDescription !== '';
  const gallery = project && withoutShown(project);
  return (
    <>
      <ProjectOpening project={known} />
      <div className={hasText ? `${styles.columns} ${styles.withText}` : styles.columns}>
        {hasText && (
          <div className={styles.main}>
            {failure || (project ? <ProjectDetails project={project} /> : <DetailsSkeleton />)}
          </div>
        )}
        <div className={project || failure ? styles.side : `${styles.side} ${styles.early}`}>
          <ProjectFacts project={known} isRow={!hasText} />
        </div>
      </div>
      {gallery && gallery.images.length > 0 && (
        <div className={styles.gallery}>
          <Gallery project={gallery} />
        </div>
      )}
    </>
  );
}
