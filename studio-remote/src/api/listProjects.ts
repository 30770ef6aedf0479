import { ApiError } from '@site/shared/api/ApiError';
import { requestOf } from '@site/shared/api/calls';
import { get } from '@site/shared/api/client';
import type { ReadBackend } from '@site/shared/remote';
import { PAGE_SIZE, projectList } from './calls';
import { readProject, type Project } from './Project';

/** A backend that never gives a short page must not be asked for ever. */
const MAX_PAGES = 20;

/** A project, and what the backend has of it. */
interface ProjectRecord {
  project: Project;
  record: unknown;
}

/**
 * All projects with their records, by id, oldest first, page by page until a short one (§7).
 *
 * @throws ApiError if an answer is not a list; and whatever `read` throws
 */
export async function readRecords(read: ReadBackend): Promise<Map<string, ProjectRecord>> {
  // By id, because a project may come twice: one that is created meanwhile moves another onto the next page.
  const records = new Map<string, ProjectRecord>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await read(...requestOf(projectList, page));
    const { items, perPage } = answer;
    if (!Array.isArray(items)) throw new ApiError({ status: 200, response: answer });
    for (const record of items as unknown[]) {
      const project = readProject(record);
      if (project && !records.has(project.id)) records.set(project.id, { project, record });
    }
    // The backend may allow less than it was asked for, and says so.
    const fullPage = typeof perPage === 'number' && perPage > 0 ? Math.min(perPage, PAGE_SIZE) : PAGE_SIZE;
    if (items.length < fullPage) break;
  }
  return records;
}

/** All projects, oldest first. Throws as `readRecords` does. */
export async function readProjects(read: ReadBackend): Promise<Project[]> {
  return [...(await readRecords(read)).values()].map(({ project }) => project);
}

/** The same in the browser; `signal` gives the request up when it fires. */
export function listProjects(signal?: AbortSignal): Promise<Project[]> {
  return readProjects((path, query) => get(path, query, signal));
}
