import { Link, useParams } from '@site/shared/router';
import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { useEffect, useLayoutEffect } from 'react';
import { categoryAddress } from '../projects/categoryAddress';
import { coloured, washTransition } from '../projects/colourOf';
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
 * One project (§2). Without its data the first render is the same for every id: one prerendered page serves them all.
 * While it is loading, what the list has told is there.
 */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const { state, next } = useProject(projectId);
  const isLoading = state.status === 'loading';
  const project = state.status === 'loaded' ? state.project : undefined;
  const known = isLoading ? state.known : project;
  const ownHead = known && { ...projectHead(known), ...(project && { index: true }) };
  const failed = !isLoading && !project;
  // Of a list that does not have the project's card, all are shown.
  const isInVisited = !known || known.category === visit.category;
  useEffect(() => {
    // Without a gallery nothing else would answer Back from the entry of an enlarged picture.
    if (!isLoading && !project?.images.length && galleryEntry.isCurrent(projectId)) history.back();
  }, [isLoading, project, projectId]);
  useLayoutEffect(() => () => washTransition(), []);
  usePageHead(failed ? { title: 'Project Not Found', index: false } : ownHead);

  return (
    <div {...coloured(known, styles.page)}>
      <div className={styles.top}>
        <Link
          className={styles.back}
          to={categoryAddress(isInVisited ? visit.category : undefined)}
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
      {/* Without scripts nothing that is loading comes. */}
      {isLoading && !known && <noscript>{notFound}</noscript>}
      {next && project && <NextProjectLink next={next} />}
    </div>
  );
}

/** Lets the list show the card that the visitor returns to, and the picture shrink into it. */
function returnTo(id: string): void {
  visit.opened = id;
  visit.returning = id;
}

const notFound = <ProjectNotFound message="The project you are looking for does not exist." />;

interface KnownProjectProps {
  known: CardProject;
  /** All of it, once it is loaded. */
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
      {/* What takes the skeleton's place may be lower, below a gallery: it has not moved there. */}
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

/** Title, category, status and description of a project (§2), in this order. */
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
