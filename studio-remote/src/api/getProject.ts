import { ApiError } from '@site/shared/api/ApiError';
import { isValue, requestOf } from '@site/shared/api/calls';
import { get } from '@site/shared/api/client';
import { projectById } from './calls';
import { readProject, type Project } from './Project';

/**
 * Reads a project by its id, as the first item of a filtered list (§7).
 *
 * @param signal aborts the request
 * @returns undefined if no project has this id
 * @throws ApiError if the request fails or the answer is not a list
 */
export async function getProject(id: string, signal?: AbortSignal): Promise<Project | undefined> {
  if (!isValue(id)) return undefined;
  const answer = await get(...requestOf(projectById, id), signal);
  if (!Array.isArray(answer.items)) throw new ApiError({ status: 200, response: answer });
  return readProject(answer.items[0]);
}
