import { jest } from '@jest/globals';
import type { PageHandle } from '@site/shared/contract';
import { renderAt } from '@site/shared/testing/renderAt';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { shellRoutes } from '../../routes';

export function pageAt(
  path: string,
  title: string,
  element: ReactNode = <h1>{`${title} page`}</h1>,
  rest?: Partial<PageHandle>,
): RouteObject {
  return { path, element, handle: { title, description: `About ${title}.`, ...rest } };
}

/**
 * Renders the shell at the given address, with a set of simple default pages. jsdom cannot scroll, so the returned
 * `scrolledTo` records each target to which the page would have scrolled: `top`, a position, or an element's id.
 *
 * @param pages additional routes, which take precedence over the default pages
 */
export async function renderLayout(address: string, pages: RouteObject[] = []) {
  const scrolledTo: string[] = [];
  jest.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    scrolledTo.push(to.join() === '0,0' ? 'top' : to.join());
  });
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this.id);
  };
  const routes = shellRoutes([
    ...pages,
    pageAt('/', 'Home'),
    pageAt('/projects', 'Projects'),
    pageAt('/projects/:projectId', 'Project'),
    pageAt('/about', 'About'),
    pageAt('/contact', 'Contact'),
  ]);
  const { router } = renderAt(address, routes);
  await screen.findByRole('main');
  return { router, scrolledTo, user: userEvent.setup() };
}
