import { describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server.node';
import {
  RouterProvider,
  StaticRouterProvider,
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
} from 'react-router-dom';
import { layoutRoutes, renderLayout } from './testing/renderLayout';

describe('§2 shared header and footer', () => {
  test.each(['/', '/projects/abc', '/no/such/page'])('are shown at %s', async (address) => {
    await renderLayout(address);
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  test('are both hidden at /micora and come back on the way out', async () => {
    const { router } = await renderLayout('/micora');
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    expect(screen.getAllByRole('main')).toHaveLength(1);

    await act(() => router.navigate('/about'));
    expect(await screen.findByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });

  test('stand around one main that holds the page', async () => {
    await renderLayout('/about');
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { name: 'About page' }));
  });
});

describe('skip link', () => {
  test.each(['/', '/micora'])(
    'is the first stop at %s and moves the focus to the content',
    async (address) => {
      const { user, router } = await renderLayout(address);
      await user.tab();
      expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();

      await user.keyboard('{Enter}');
      expect(screen.getByRole('main')).toHaveFocus();
      expect(router.state.location.hash).toBe('');
    },
  );
});

describe('hydration', () => {
  test.each([
    ['/', '/'],
    ['/projects/_', '/projects/abc'],
    ['/micora', '/micora'],
    ['/404', '/projects/no/such/page'],
  ])('of the page rendered at %s finds nothing to change at %s', async (renderedAt, openedAt) => {
    const container = document.createElement('div');
    container.innerHTML = await renderStatically(renderedAt);
    document.body.append(container);
    const recovered: unknown[] = [];

    const router = createMemoryRouter(layoutRoutes(), {
      initialEntries: [openedAt],
      hydrationData: { loaderData: {} },
    });
    render(<RouterProvider router={router} />, {
      container,
      hydrate: true,
      onRecoverableError: (error) => recovered.push(error),
    });

    expect(screen.getByRole('main')).toBeVisible();
    expect(recovered).toEqual([]);
  });
});

async function renderStatically(address: string): Promise<string> {
  const handler = createStaticHandler(layoutRoutes());
  const context = await handler.query(new Request(`http://localhost${address}`));
  if (context instanceof Response) throw new Error('unexpected redirect');
  return renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
}
