import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import { PROJECTS, readProject, type Project } from './Project';

/** Matches the ids that the server accepts in a filter. */
const ID = /^[\w-]{1,255}$/;

/**
 * Requests a project by its id (§7).
 *
 * @returns undefined if no project has this id
 * @throws ApiError if the request fails, or if the response is not a list
 */
export async function getProject(id: string, signal?: AbortSignal): Promise<Project | undefined> {
  if (!ID.test(id)) return undefined;
  const answer = await get(`/collections/${PROJECTS}/records`, { filter: `id='${id}'` }, signal);
  if (!Array.isArray(answer.items)) throw new ApiError({ status: 200, response: answer });
  return readProject(answer.items[0]);
}
