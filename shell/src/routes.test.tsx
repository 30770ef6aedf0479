import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { RouterProvider, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { handleOf } from './layout/testing/renderLayout';
import { RemoteLostError } from './pages/RemoteLostError';
import { shellRoutes } from './routes';

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

function open(address: string, pages: RouteObject[]): void {
  render(<RouterProvider router={createMemoryRouter(shellRoutes(pages), { initialEntries: [address] })} />);
}

/** A page that fails before it can be rendered. */
function failing(error: Error): RouteObject {
  return {
    path: '/failing',
    handle: handleOf('Failing'),
    loader: () => Promise.reject(error),
    Component: () => null,
    HydrateFallback: () => null,
  };
}

describe('§2 the shell', () => {
  test('shows a remote’s page inside header and footer', async () => {
    open('/about', [{ path: '/about', handle: handleOf('About'), Component: () => <h1>About</h1> }]);
    expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  test('answers every other address with its 404 page', async () => {
    open('/nowhere/at/all', [{ path: '/about', handle: handleOf('About'), Component: () => <h1>About</h1> }]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });

  test.each<[what: string, error: Error, title: string]>([
    ['whose code was lost', new RemoteLostError(new Error('offline')), 'This page could not be loaded'],
    ['that failed', new Error('broken'), 'Something went wrong'],
  ])('keeps header and footer around a page %s', async (_what, error, title) => {
    open('/failing', [failing(error)]);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });
});
