import { jest } from '@jest/globals';
import type { PageHandle } from '@site/shared/remote';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { NotFound } from '../../pages/NotFound';
import { RouteError } from '../../pages/RouteError';
import { notFoundHandle } from '../../pages/notFoundHandle';
import { Layout } from '../Layout';

/** A handle that differs from page to page only in what is given. */
export function handleOf(title: string, rest: Partial<PageHandle> = {}): PageHandle {
  return { title, description: `About ${title}.`, chrome: 'full', index: true, ...rest };
}

/** The layout around small pages at the site's addresses; `pages` come first. */
export function layoutRoutes(pages: RouteObject[] = []): RouteObject[] {
  return [
    {
      Component: Layout,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            ...pages,
            { path: '/', element: <h1>Home page</h1>, handle: handleOf('Home') },
            { path: '/projects', element: <h1>Projects page</h1>, handle: handleOf('Projects') },
            {
              path: '/projects/:projectId',
              element: <h1>Project page</h1>,
              handle: handleOf('Project', { index: false }),
            },
            { path: '/about', element: <h1>About page</h1>, handle: handleOf('About') },
            { path: '/contact', element: <h1>Contact page</h1>, handle: handleOf('Contact') },
            {
              path: '/micora',
              element: <h1>MiCora page</h1>,
              handle: handleOf('MiCora', { chrome: 'none' }),
            },
            { path: '*', Component: NotFound, handle: notFoundHandle },
          ],
        },
      ],
    },
  ];
}

/** Starts the site at an address, as a visitor would. jsdom does not scroll, so its scrolling is a mock. */
export async function renderLayout(address: string, pages: RouteObject[] = []) {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const router = createMemoryRouter(layoutRoutes(pages), { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('main');
  return { router, scrollTo, user: userEvent.setup() };
}
