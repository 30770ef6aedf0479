import { jest } from '@jest/globals';
import type { PageHandle } from '@site/shared/remote';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { shellRoutes } from '../../routes';

/** A handle that differs from page to page only in what is given. */
export function handleOf(title: string, rest: Partial<PageHandle> = {}): PageHandle {
  return { title, description: `About ${title}.`, ...rest };
}

/** The shell around small pages at the site's addresses; `pages` come first. */
export function layoutRoutes(pages: RouteObject[] = []): RouteObject[] {
  const page = (path: string, title: string, rest?: Partial<PageHandle>) => ({
    path,
    element: <h1>{title} page</h1>,
    handle: handleOf(title, rest),
  });
  return shellRoutes([
    ...pages,
    page('/', 'Home'),
    page('/projects', 'Projects'),
    page('/projects/:projectId', 'Project', { index: false }),
    page('/about', 'About'),
    page('/contact', 'Contact'),
  ]);
}

/** Starts the site at an address, as a visitor would. jsdom does not scroll, so its scrolling is a mock. */
export async function renderLayout(address: string, pages: RouteObject[] = []) {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const router = createMemoryRouter(layoutRoutes(pages), { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('main');
  return { router, scrollTo, user: userEvent.setup() };
}
