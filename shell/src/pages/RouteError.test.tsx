import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { act, screen, within } from '@testing-library/react';
import { handleOf, renderLayout } from '../layout/testing/renderLayout';
import { RemoteLostError } from './RemoteLostError';

function Crashing(): never {
  throw new Error('the page is broken');
}

const crashing = { path: '/crashing', element: <Crashing />, handle: handleOf('Crashing') };

describe('a page that crashes', () => {
  let logged: jest.SpiedFunction<typeof console.error>;

  beforeEach(() => {
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('is replaced inside header and footer, and says what to do', async () => {
    await renderLayout('/crashing', [crashing]);
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
    expect(page.getByRole('alert')).toHaveTextContent('Load it again');
    expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(document.body).not.toHaveTextContent('the page is broken');
  });

  test('stands in a main of its own where the page would have brought one', async () => {
    await renderLayout('/alone', [
      { ...crashing, path: '/alone', handle: handleOf('Alone', { chrome: 'none' }) },
    ]);
    expect(within(screen.getByRole('main')).getByRole('alert')).toBeVisible();
  });

  test('is announced by the title of what replaces it', async () => {
    const { router } = await renderLayout('/', [crashing]);
    await act(() => router.navigate('/crashing'));
    expect(document.title).toBe(`Something went wrong · ${site.company.shortName}`);
    expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent(document.title);
  });

  test('can be left for the home page', async () => {
    const { user } = await renderLayout('/crashing', [crashing]);
    await user.click(screen.getByRole('link', { name: 'Go to the home page' }));
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
  });

  test('is loaded again by Try Again', async () => {
    const { user } = await renderLayout('/crashing', [crashing]);
    logged.mockClear();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    // jsdom cannot load a page, and says so.
    expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
      expect.stringContaining('navigation'),
    ]);
  });
});

describe('a page whose code cannot be loaded', () => {
  function Lost(): never {
    throw new RemoteLostError(new Error('offline'));
  }

  const lost = { path: '/lost', element: <Lost />, handle: handleOf('Page') };
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('says so and asks to check the connection, inside header and footer', async () => {
    await renderLayout('/lost', [lost]);
    expect(screen.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible();
    expect(screen.getByText(/Check your connection/)).toBeVisible();
    expect(document.title).toBe(`This page could not be loaded · ${site.company.shortName}`);
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
