import { pictureName } from '@site/shared/api/pictureCopy';
import type { PageSource } from '@site/shared/remote';
import type { Project } from '../../api/Project';
import { readProjects } from '../../api/listProjects';
import { nextProject } from './nextProject';
import { prepareProject, type ShownProject } from './prepareProject';
import { projectHead } from './projectHead';

/** One page for each project. */
export const projectSource: PageSource<Project, ShownProject> = {
  async list(read) {
    const projects = await readProjects(read);
    const withNext = (project: Project) => ({ ...project, next: nextProject(projects, project.id) });
    return new Map(projects.map((project) => [project.id, withNext(project)]));
  },
  prepare: prepareProject,
  pictures: (project) => project.images.flatMap((image) => pictureName(project, image) ?? []),
  head: projectHead,
};
