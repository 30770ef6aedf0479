import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import type { ReadBackend } from '@site/shared/contract';
import { PROJECTS, readProject, type Project } from './Project';

/** The maximum number of projects per request (§7). */
const PAGE_SIZE = 500;

/** The maximum number of requests, in case the backend keeps returning full pages (§7). */
const MAX_PAGES = 20;

interface ProjectRecord {
  project: Project;
  record: unknown;
}

/**
 * Reads all projects and their records, page by page, until a page is not full (§7). Projects with a position come first, in
 * ascending order of position. The others follow, oldest first.
 *
 * @returns the projects and their records, keyed by project id
 * @throws ApiError if a response is not a list, and any error that `read` throws
 */
export async function readRecords(read: ReadBackend): Promise<Map<string, ProjectRecord>> {
  // If the collection changes between two requests, a project may appear on two pages. The map keeps it only once.
  const records = new Map<string, ProjectRecord>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await read(`/collections/${PROJECTS}/records`, {
      page,
      perPage: PAGE_SIZE,
      sort: 'created',
      skipTotal: 1,
    });
    const { items, perPage } = answer;
    if (!Array.isArray(items)) throw new ApiError({ status: 200, response: answer });
    for (const record of items as unknown[]) {
      const project = readProject(record);
      if (project && !records.has(project.id)) records.set(project.id, { project, record });
    }
    // The backend may use a smaller page size than requested. `perPage` in its response is the actual size.
    const fullPage = typeof perPage === 'number' && perPage > 0 ? Math.min(perPage, PAGE_SIZE) : PAGE_SIZE;
    if (items.length < fullPage) break;
  }
  return new Map([...records].sort(([, one], [, other]) => getPosition(one) - getPosition(other)));
}

function getPosition({ project }: ProjectRecord): number {
  return project.position || Number.MAX_VALUE;
}

/** Like `readRecords`, but returns only the projects. */
export async function readProjects(read: ReadBackend): Promise<Project[]> {
  return [...(await readRecords(read)).values()].map(({ project }) => project);
}

/**
 * Reads all projects in the browser, in the same order as `readRecords`.
 *
 * @throws ApiError if a request fails, or if a response is not a list
 */
export function listProjects(signal?: AbortSignal): Promise<Project[]> {
  return readProjects((path, query) => get(path, query, signal));
}
