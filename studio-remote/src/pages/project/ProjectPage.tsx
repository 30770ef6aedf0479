import { Link, useParams } from '@site/shared/router';
import { AwaitsData } from '@site/shared/ui/AwaitsData';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { categoryAddress } from '../projects/categoryAddress';
import { visit } from '../projects/visit';
import { Gallery } from './Gallery';
import type { ShownProject } from './prepareProject';
import { ProjectDetails } from './ProjectDetails';
import { ProjectFacts } from './ProjectFacts';
import { projectHead } from './projectHead';
import { ProjectHeader } from './ProjectHeader';
import { ProjectNotFound } from './ProjectNotFound';
import styles from './ProjectPage.module.css';
import { ProjectSkeleton } from './ProjectSkeleton';
import { useProject } from './useProject';

/** One project (§2). Without its data the first render is the same for every id: one prerendered page serves them all. */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const state = useProject(projectId);
  const project = state.status === 'loaded' ? state.project : undefined;
  const failed = state.status === 'notFound' || state.status === 'error';
  const ownHead = project && { ...projectHead(project), index: true };
  usePageHead(failed ? { title: 'Project Not Found', index: false } : ownHead);

  return (
    <div className={styles.page}>
      <Link className={styles.back} to={categoryAddress(visit.category)}>
        <span aria-hidden="true">←</span> Back to Projects
      </Link>
      <AwaitsData
        waiting={state.status === 'loading'}
        status={state.status === 'loading' ? 'Loading project' : project ? 'Project loaded' : ''}
      >
        {state.status === 'loading' && <ProjectSkeleton />}
        {state.status === 'notFound' && (
          <ProjectNotFound message="The project you are looking for does not exist." />
        )}
        {state.status === 'error' && (
          <ProjectNotFound message="Failed to load project. Please try again later." />
        )}
        {project && <LoadedProject key={project.id} project={project} />}
      </AwaitsData>
    </div>
  );
}

function LoadedProject({ project }: { project: ShownProject }) {
  return (
    <>
      <ProjectHeader project={project} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {project.images.length > 0 && <Gallery project={project} />}
          <ProjectDetails project={project} />
        </div>
        <div className={styles.side}>
          <ProjectFacts project={project} />
        </div>
      </div>
    </>
  );
}
