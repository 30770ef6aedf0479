import { post } from '@site/shared/api/client';

/** What a visitor enters in the application form. */
export interface Application {
  name: string;
  email: string;
  letter: string;
}

/**
 * Applies for a position.
 *
 * @param position its title
 * @throws ApiError for every failure; the backend's errors, by field, are in `response.data`
 */
export function apply(position: string, { name, email, letter }: Application): Promise<void> {
  return post('/collections/applications/records', { position, name, email, letter });
}
