import { createElement, type ComponentProps, type ReactElement } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/**
 * The part of React Router that remotes may use. All apps share this module as a singleton. Bundlers keep the unused exports
 * of a shared module, so every export added here makes every page larger.
 */
export { useLoaderData, useLocation, useNavigate, useParams } from 'react-router-dom';

interface LinkProps extends ComponentProps<'a'> {
  to: string;
  replace?: boolean;
  viewTransition?: boolean;
}

/**
 * A link to a page of the site. By default, the pages fade into each other if the browser supports view transitions and the
 * visitor does not prefer reduced motion. This component replaces React Router's own `Link`, which is larger, because it can
 * also prefetch pages in framework mode.
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
