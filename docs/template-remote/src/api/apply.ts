import { post } from '@site/shared/api/client';

export interface Application {
  name: string;
  email: string;
  letter: string;
}

/**
 * Sends an application for a position.
 *
 * @param position the position's title
 * @throws ApiError for every failure; `response.data` contains the backend's error for each invalid field
 */
export function apply(position: string, { name, email, letter }: Application): Promise<void> {
  return post('/collections/applications/records', { position, name, email, letter });
}
