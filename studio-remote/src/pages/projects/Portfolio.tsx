import { LoadingRegion } from '@site/shared/ui/LoadingRegion';
import { Button } from '@site/shared/ui/Button';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { categoryAddress } from './categoryAddress';
import { CategoryFilter } from './CategoryFilter';
import { layOutCards } from './layOutCards';
import { ProjectCard } from './ProjectCard';
import grid from './ProjectGrid.module.css';
import { projectsHandle } from './projectsHandle';
import { projectsHead } from './projectsHead';
import styles from './ProjectsNotice.module.css';
import { SkeletonGrid } from './SkeletonGrid';
import type { CardProject } from '../../projects/toCard';
import type { ProjectsState } from './useProjects';
import { useReturnToCard } from './useReturnToCard';

/**
 * The number of cards whose pictures load as soon as the page is hydrated, even if they are outside the viewport, so that a
 * full-page screenshot shows them. The number is limited because the list may contain hundreds of cards.
 */
const EARLY = 12;

interface PortfolioProps {
  state: ProjectsState;
  category: string | undefined;
}

/** The project list with its category filter, in each of its states: loading, loaded, empty and failed (§4). */
export function Portfolio({ state, category }: PortfolioProps) {
  const projects = state.status === 'loaded' ? state.projects : [];
  const visible =
    category === undefined ? projects : projects.filter((project) => project.category === category);
  const list = useReturnToCard(state.status === 'loading' ? undefined : visible);
  const isHydrated = useIsHydrated();
  const places = layOutCards(visible.map(({ coverImage }) => coverImage !== ''));
  const firstRow = places[0]?.side === 'both' ? 1 : 2;
  usePageHead({ ...(projectsHead(projects, category) ?? projectsHandle), path: categoryAddress(category) });

  return (
    <LoadingRegion waiting={state.status === 'loading'} status={describeStatus(state, visible, category)}>
      {state.status !== 'error' && (
        <CategoryFilter categories={withSelected(state.categories, category)} selected={category} />
      )}
      {state.status === 'loading' && <SkeletonGrid />}
      {state.status === 'error' && <ProjectsError />}
      {visible.length > 0 && (
        <ul role="list" ref={list} className={grid.grid} aria-label="Projects">
          {visible.map((project, index) => {
            const place = places[index] ?? { side: 'both', isSmall: false };
            return (
              <li className={grid[place.side]} key={project.id}>
                <ProjectCard
                  project={project}
                  place={place}
                  first={index < firstRow}
                  eager={isHydrated && index < EARLY}
                />
              </li>
            );
          })}
        </ul>
      )}
      {state.status === 'loaded' && visible.length === 0 && <NoProjects category={category} />}
    </LoadingRegion>
  );
}

/** Shown if there are no projects, or none in the selected category (§4). */
function NoProjects({ category }: { category: string | undefined }) {
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>No Projects Found</h2>
      <p className={styles.text}>
        {category === undefined
          ? 'No projects are available at the moment.'
          : `No projects found in "${category}" category.`}
      </p>
    </div>
  );
}

/** Shown if the list could not be loaded (§4). */
function ProjectsError() {
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

function withSelected(categories: string[], selected: string | undefined): string[] {
  return selected === undefined || categories.includes(selected) ? categories : [...categories, selected];
}

/** After an error, the status is empty, because `ProjectsError` alerts screen readers. */
function describeStatus(
  { status }: ProjectsState,
  visible: CardProject[],
  category: string | undefined,
): string {
  if (status === 'loading') return 'Loading projects';
  if (status === 'error') return '';
  const count = visible.length === 1 ? '1 project' : `${visible.length} projects`;
  return category === undefined ? count : `${count} in ${category}`;
}
