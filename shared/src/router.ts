import { createElement, type ReactElement } from 'react';
import { Link as RouterLink, useRouteLoaderData, type LinkProps } from 'react-router-dom';
import { MISSING_PICTURES } from './remote';

/**
 * The part of React Router that a remote may use. It is shared between the apps as one singleton, and a
 * shared module keeps all of its exports: every name added here is paid for by every visitor.
 */
export { useLoaderData, useLocation, useNavigate, useParams } from 'react-router-dom';

/**
 * The pictures of the page, by name (`pictureName`), of which there were no copies when it was deployed. After a move
 * nothing is known of them: none.
 */
export function useMissingPictures(): string[] {
  return useRouteLoaderData<string[]>(MISSING_PICTURES) ?? [];
}

/** A link to a page of the site. The pages fade into each other where the browser can and nobody minds motion. */
export function Link(props: LinkProps): ReactElement {
  return createElement(RouterLink, { viewTransition: fades(), ...props });
}

function fades(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
