import { describe, expect, jest, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { screen } from '@testing-library/react';
import { handleOf, renderLayout } from '../layout/testing/renderLayout';
import { RemoteUnavailable } from './RemoteUnavailable';

const unavailable = { path: '/unavailable', element: <RemoteUnavailable />, handle: handleOf('Page') };

describe('a page whose code cannot be loaded', () => {
  test('says so and asks to check the connection, inside header and footer', async () => {
    await renderLayout('/unavailable', [unavailable]);
    expect(screen.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible();
    expect(screen.getByText(/Check your connection/)).toBeVisible();
    expect(document.title).toBe(`This page could not be loaded · ${site.company.shortName}`);
    expect(screen.getByRole('banner')).toBeVisible();
  });

  test('is loaded again by Try Again', async () => {
    const { user } = await renderLayout('/unavailable', [unavailable]);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    // jsdom cannot load a page, and says so.
    expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('navigation'),
    ]);
  });
});
