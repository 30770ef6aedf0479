import { pictureName } from '@site/shared/api/pictureCopy';
import type { PageSource } from '@site/shared/contract';
import { readProject, type Project } from '../../api/Project';
import { readRecords } from '../../api/listProjects';
import { nextProject, type NextProject } from './nextProject';
import { prepareProject, type ShownProject } from './prepareProject';
import { projectHead } from './projectHead';

/** The record is stored unchanged, because another build may read it differently. */
interface ProjectData {
  record: unknown;
  next: NextProject | undefined;
}

/** Provides the data for the pages at `/projects/<project id>`. */
export const projectSource: PageSource<ProjectData, ShownProject> = {
  async list(read) {
    const records = await readRecords(read);
    const projects = [...records.values()].map(({ project }) => project);
    return new Map([...records].map(([id, { record }]) => [id, { record, next: nextProject(projects, id) }]));
  },
  prepare: ({ record, next }, openWindow) => ({ ...prepareProject(checkProject(record), openWindow), next }),
  pictures({ record, next }) {
    const project = checkProject(record);
    const names = [project.coverImage, ...project.images].map((image) => pictureName(project, image));
    return [...names, next && pictureName(next, next.coverImage)].filter((name) => name !== undefined);
  },
  head: projectHead,
};

function checkProject(record: unknown): Project {
  const project = readProject(record);
  if (!project) throw new Error('The stored data is not a project.');
  return project;
}
