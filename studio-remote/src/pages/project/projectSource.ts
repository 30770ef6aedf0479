import type { PageSource } from '@site/shared/remote';
import type { Project } from '../../api/Project';
import { readProjects } from '../../api/readProjects';
import { prepareProject, type ShownProject } from './prepareProject';
import { projectHead } from './projectHead';

/** One page for each project. */
export const projectSource: PageSource<Project, ShownProject> = {
  async list(read) {
    return new Map((await readProjects(read)).map((project) => [project.id, project]));
  },
  prepare: prepareProject,
  head: projectHead,
};
