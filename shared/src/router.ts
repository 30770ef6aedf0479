import { useRouteLoaderData } from 'react-router-dom';
import { MISSING_PICTURES } from './remote';

/**
 * The part of React Router that a remote may use. It is shared between the apps as one singleton, and a
 * shared module keeps all of its exports: every name added here is paid for by every visitor.
 */
export { Link, useLoaderData, useParams } from 'react-router-dom';

/**
 * The pictures of the page, by name (`pictureName`), of which there were no copies when it was deployed. After a move
 * nothing is known of them: none.
 */
export function useMissingPictures(): string[] {
  return useRouteLoaderData<string[]>(MISSING_PICTURES) ?? [];
}
