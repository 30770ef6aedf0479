import { AwaitsData } from '@site/shared/ui/AwaitsData';
import { CategoryFilter } from './CategoryFilter';
import { NoProjects } from './NoProjects';
import { ProjectGrid } from './ProjectGrid';
import { ProjectsError } from './ProjectsError';
import { SkeletonGrid } from './SkeletonGrid';
import type { CardProject } from './toCard';
import { useCategory } from './useCategory';
import { useProjects, type ProjectsState } from './useProjects';

/** The project list with its category filter, in all its states (§4). */
export function Portfolio() {
  const state = useProjects();
  const [category, selectCategory] = useCategory();
  const projects = state.status === 'loaded' ? state.projects : [];
  const visible =
    category === undefined ? projects : projects.filter((project) => project.category === category);

  return (
    <AwaitsData waiting={state.status === 'loading'} status={statusOf(state, visible, category)}>
      {state.status !== 'error' && (
        <CategoryFilter
          categories={categoriesOf(projects, category)}
          selected={category}
          onSelect={selectCategory}
        />
      )}
      {state.status === 'loading' && <SkeletonGrid />}
      {state.status === 'error' && <ProjectsError />}
      {state.status === 'loaded' && visible.length > 0 && <ProjectGrid projects={visible} />}
      {state.status === 'loaded' && visible.length === 0 && <NoProjects category={category} />}
    </AwaitsData>
  );
}

/** The distinct categories, in the order of the projects; the selected one stays when its last project goes. */
function categoriesOf(projects: CardProject[], selected = ''): string[] {
  return [...new Set([...projects.map(({ category }) => category), selected].filter(Boolean))];
}

/** What screen readers are told; an error speaks for itself. */
function statusOf({ status }: ProjectsState, visible: CardProject[], category: string | undefined): string {
  if (status === 'loading') return 'Loading projects';
  if (status === 'error') return '';
  const count = visible.length === 1 ? '1 project' : `${visible.length} projects`;
  return category === undefined ? count : `${count} in ${category}`;
}
