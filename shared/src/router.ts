import { createElement, type ReactElement } from 'react';
import { Link as RouterLink, type LinkProps } from 'react-router-dom';

/**
 * The part of React Router that a remote may use. It is shared between the apps as one singleton, and a
 * shared module keeps all of its exports: every name added here is paid for by every visitor.
 */
export { useLoaderData, useLocation, useNavigate, useParams } from 'react-router-dom';

/** A link to a page of the site. Pages fade into each other, unless the browser cannot or the visitor minds motion. */
export function Link(props: LinkProps): ReactElement {
  return createElement(RouterLink, { viewTransition: fades(), ...props });
}

function fades(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
