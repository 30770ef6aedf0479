import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import type { ReadBackend } from '@site/shared/contract';
import { PROJECTS, readProject, type Project } from './Project';

/** The maximum number of projects in one page of the list (§9). */
const PAGE_SIZE = 500;

/** The maximum number of pages to read, in case the backend always returns full pages. */
const MAX_PAGES = 20;

/** A project, and the record that it was read from. */
interface ProjectRecord {
  project: Project;
  record: unknown;
}

/**
 * Reads all projects with their records: first those that have a position, in its order, then the others, oldest first. Requests
 * page after page until a page is not full (§7).
 *
 * @returns the projects and records by project id
 * @throws ApiError if an answer is not a list, and any error that `read` throws
 */
export async function readRecords(read: ReadBackend): Promise<Map<string, ProjectRecord>> {
  // Two pages may contain the same project if the collection changes between the requests.
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
    // The backend may use smaller pages than requested. Its answer then contains the actual page size.
    const fullPage = typeof perPage === 'number' && perPage > 0 ? Math.min(perPage, PAGE_SIZE) : PAGE_SIZE;
    if (items.length < fullPage) break;
  }
  return new Map([...records].sort(([, one], [, other]) => placeOf(one) - placeOf(other)));
}

function placeOf({ project }: ProjectRecord): number {
  return project.position || Number.MAX_VALUE;
}

/** Reads all projects, in the order of `readRecords`. Throws the same errors as `readRecords`. */
export async function readProjects(read: ReadBackend): Promise<Project[]> {
  return [...(await readRecords(read)).values()].map(({ project }) => project);
}

/**
 * Reads all projects in the browser, in the order of `readRecords`.
 *
 * @param signal aborts the request
 * @throws ApiError if a request fails or an answer is not a list
 */
export function listProjects(signal?: AbortSignal): Promise<Project[]> {
  return readProjects((path, query) => get(path, query, signal));
}
