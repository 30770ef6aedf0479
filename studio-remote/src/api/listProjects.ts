import { get } from '@site/shared/api/client';
import type { Project } from './Project';
import { readProjects } from './readProjects';

/**
 * All projects, oldest first (§7).
 *
 * @param signal gives the request up when it fires
 * @throws ApiError if one of the pages cannot be read
 */
export function listProjects(signal?: AbortSignal): Promise<Project[]> {
  return readProjects((path, query) => get(path, query, signal));
}
