import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import { PROJECTS, readProject, type Project } from './Project';

/** What can be an id of the backend; the site passes on no filter with anything else. */
const ID = /^\w{1,255}$/;

/**
 * One project by its id (§7: a list with a filter, of which the first item is read).
 *
 * @param signal gives the request up when it fires
 * @returns undefined if there is no such project
 * @throws ApiError if the backend cannot answer
 */
export async function getProject(id: string, signal?: AbortSignal): Promise<Project | undefined> {
  if (!ID.test(id)) return undefined;
  const answer = await get(`/collections/${PROJECTS}/records`, { filter: `id='${id}'` }, signal);
  if (!Array.isArray(answer.items)) throw new ApiError({ status: 200, response: answer });
  return readProject(answer.items[0]);
}
