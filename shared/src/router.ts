import { createElement, type ComponentProps, type ReactElement } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/**
 * The part of React Router that a remote may use. It is shared between the apps as one singleton, and a
 * shared module keeps all of its exports: every name added here is paid for by every visitor.
 */
export { useLoaderData, useLocation, useNavigate, useParams } from 'react-router-dom';

interface LinkProps extends ComponentProps<'a'> {
  to: string;
  replace?: boolean;
  viewTransition?: boolean;
}

/**
 * A link to a page of the site. Pages fade into each other, unless the browser cannot or the visitor minds motion. React
 * Router's own link brings along how frameworks fetch code beforehand, which every visitor would pay for.
 */
export function Link({ to, replace, viewTransition, onClick, ...rest }: LinkProps): ReactElement {
  const move = useLinkClickHandler(to, {
    ...(replace !== undefined && { replace }),
    viewTransition: viewTransition ?? fades(),
  });
  return createElement('a', {
    ...rest,
    href: useHref(to),
    onClick(event) {
      onClick?.(event);
      if (!event.defaultPrevented) move(event);
    },
  });
}

function fades(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
