import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import { PROJECTS, readProject, type Project } from './Project';

const MAX_ID_LENGTH = 255;

/**
 * One project by its id (§7: a list with a filter, of which the first item is read).
 *
 * @param signal gives the request up when it fires
 * @returns undefined if there is no such project
 * @throws ApiError if the backend cannot answer
 */
export async function getProject(id: string, signal?: AbortSignal): Promise<Project | undefined> {
  if (!isPossibleId(id)) return undefined;
  const filter = `id='${id.replace(/[\\']/g, '\\$&')}'`;
  const answer = await get(`/collections/${PROJECTS}/records`, { filter }, signal);
  if (!Array.isArray(answer.items)) throw new ApiError({ status: 200, response: answer });
  return readProject(answer.items[0]);
}

/** The backend answers a filter with any of these by an error (400 or 403) instead of an empty list. */
function isPossibleId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && !/\p{Control}|@(request|collection)\./iu.test(id);
}
