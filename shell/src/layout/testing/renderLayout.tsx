import { jest } from '@jest/globals';
import type { PageHandle } from '@site/shared/remote';
import { renderAt } from '@site/shared/testing/renderAt';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { shellRoutes } from '../../routes';

/** A page whose handle differs from that of others only in its title and in what is given. */
export function pageAt(
  path: string,
  title: string,
  element: ReactNode = <h1>{`${title} page`}</h1>,
  rest?: Partial<PageHandle>,
): RouteObject {
  return { path, element, handle: { title, description: `About ${title}.`, ...rest } };
}

/**
 * Starts the shell around small pages at an address, as a visitor would. jsdom does not scroll, so it is noted what
 * it has been told to scroll to.
 *
 * @param pages come before those at the site's addresses
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
