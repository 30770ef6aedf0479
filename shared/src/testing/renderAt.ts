import { render } from '@testing-library/react';
import { createElement } from 'react';
import { RouterProvider, createMemoryRouter, type RouteObject } from 'react-router-dom';

/**
 * Renders pages as if a visitor had opened an address.
 *
 * @param data the data embedded in the page, by route id
 */
export function renderAt(address: string, pages: RouteObject[], data: Record<string, unknown> = {}) {
  const router = createMemoryRouter(pages, {
    initialEntries: [address],
    hydrationData: { loaderData: data },
  });
  return { router, ...render(createElement(RouterProvider, { router })) };
}
