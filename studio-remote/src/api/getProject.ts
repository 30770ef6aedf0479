import { ApiError } from '@site/shared/api/ApiError';
import { isValue, requestOf } from '@site/shared/api/calls';
import { get } from '@site/shared/api/client';
import { projectById } from './calls';
import { readProject, type Project } from './Project';

/**
 * One project by its id (§7: a list with a filter, of which the first item is read).
 *
 * @param signal gives the request up when it fires
 * @returns undefined if there is no such project
 * @throws ApiError if the backend cannot answer
 */
export async function getProject(id: string, signal?: AbortSignal): Promise<Project | undefined> {
  if (!isValue(id)) return undefined;
  const answer = await get(...requestOf(projectById, id), signal);
  if (!Array.isArray(answer.items)) throw new ApiError({ status: 200, response: answer });
  return readProject(answer.items[0]);
}
