import { Link, useParams } from '@site/shared/router';
import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useEffect, useLayoutEffect } from 'react';
import { categoryAddress } from '../projects/categoryAddress';
import { colourProps, tintTransition } from '../projects/colourOf';
import { ProjectPicture } from '../projects/ProjectPicture';
import { setViewTransitionName } from '../projects/setViewTransitionName';
import { StatusBadge } from '../projects/StatusBadge';
import type { CardProject } from '../projects/toCard';
import { visit } from '../projects/visit';
import { CategoryLink } from './CategoryLink';
import { Gallery } from './Gallery';
import { galleryEntry } from './galleryEntry';
import { NextProjectLink } from './NextProjectLink';
import type { ShownProject } from './prepareProject';
import { ProjectDetails } from './ProjectDetails';
import { ProjectFacts } from './ProjectFacts';
import { projectHead } from './projectHead';
import { ProjectNotFound } from './ProjectNotFound';
import styles from './ProjectPage.module.css';
import { DetailsSkeleton, ProjectSkeleton } from './ProjectSkeleton';
import { useProject } from './useProject';

/**
 * The page of a project (§2). Without embedded data, its first render is the same for every id, so that one prerendered
 * page can serve them all. While the project loads, the page shows what the list already knows about the project.
 */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const { state, next } = useProject(projectId);
  const isLoading = state.status === 'loading';
  const project = state.status === 'loaded' ? state.project : undefined;
  const known = isLoading ? state.known : project;
  const ownHead = known && { ...projectHead(known), ...(project && { index: true }) };
  const failed = !isLoading && !project;
  // If the filtered list does not contain the project's card, the link leads to all projects.
  const isInFilteredList = !known || known.category === visit.category;
  useEffect(() => {
    // Goes back from the history entry of an enlarged picture if the page has no gallery to show the picture in.
    if (!isLoading && !project?.images.length && galleryEntry.isCurrent(projectId)) history.back();
  }, [isLoading, project, projectId]);
  useLayoutEffect(() => () => tintTransition(), []);
  usePageHead(failed ? { title: 'Project Not Found', index: false } : ownHead);

  return (
    <div {...colourProps(known, styles.page)}>
      <div className={styles.top}>
        <Link
          className={styles.back}
          to={categoryAddress(isInFilteredList ? visit.category : undefined)}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            const opensElsewhere = ctrlKey || metaKey || shiftKey;
            if (known && !opensElsewhere) returnTo(known.id);
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
        {state.status === 'error' && (
          <ProjectNotFound message="Failed to load project. Please try again later." />
        )}
        {known && <KnownProject key={known.id} known={known} project={project} />}
      </LoadingRegion>
      {/* Without scripts, the project is never loaded. */}
      {isLoading && !known && <noscript>{notFound}</noscript>}
      {next && project && <NextProjectLink next={next} />}
    </div>
  );
}

/** Makes the list scroll to the project's card, and the cover shrink into the card. */
function returnTo(id: string): void {
  visit.opened = id;
  visit.returning = id;
}

const notFound = <ProjectNotFound message="The project you are looking for does not exist." />;

interface KnownProjectProps {
  known: CardProject;
  /** The full project, once it has loaded. */
  project: ShownProject | undefined;
}

function KnownProject({ known, project }: KnownProjectProps) {
  const isIllustrated = /<img\s/.test(project?.longDescription ?? '');
  const hasText = !project || project.longDescription !== '';
  const gallery = project && project.images.length > 0 && (
    <Gallery project={project} isSheet={isIllustrated} />
  );
  return (
    <>
      <ProjectHeader project={known} />
      {known.coverImage && (
        <div ref={setViewTransitionName} className={styles.cover}>
          <ProjectPicture project={known} widths={[480, 720, 960, 1440, 2160]} sizes="100vw" urgent />
        </div>
      )}
      {gallery && !isIllustrated && <div className={styles.gallery}>{gallery}</div>}
      {/* A new element for the loaded text, which may be further down: moving the old one would be a layout shift. */}
      <div
        className={hasText ? `${styles.columns} ${styles.withText}` : styles.columns}
        key={project ? 'loaded' : 'known'}
      >
        {hasText && (
          <div className={styles.main}>
            {project ? <ProjectDetails project={project} /> : <DetailsSkeleton />}
          </div>
        )}
        <div className={project ? styles.side : `${styles.side} ${styles.early}`}>
          <ProjectFacts project={known} isRow={!hasText} />
        </div>
      </div>
      {gallery && isIllustrated && <div className={styles.gallery}>{gallery}</div>}
    </>
  );
}

/** The title, category, status and description of a project (§2), in that order. */
function ProjectHeader({ project }: { project: CardProject }) {
  const { title, description, category, status } = project;
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
      {(category || status) && (
        <div className={styles.labels}>
          {category && <CategoryLink category={category} />}
          {status && <StatusBadge status={status} />}
        </div>
      )}
      {description && <p className={styles.description}>{description}</p>}
    </div>
  );
}
