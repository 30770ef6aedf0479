import { describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { act, screen } from '@testing-library/react';
import { handleOf, renderLayout } from './testing/renderLayout';

function announced(): (string | null)[] {
  return [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent);
}

describe('route change', () => {
  test('says nothing and leaves the focus alone on the first page', async () => {
    await renderLayout('/');
    expect(announced()).toEqual(['']);
    expect(document.body).toHaveFocus();
  });

  test('moves the focus to main and says the title once, politely', async () => {
    const { user } = await renderLayout('/');
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    await screen.findByRole('heading', { name: 'About page' });
    expect(screen.getByRole('main')).toHaveFocus();
    expect(announced()).toEqual([`About · ${site.company.shortName}`]);
  });

  test('moves the focus without scrolling', async () => {
    const { router } = await renderLayout('/');
    const focused: unknown[] = [];
    screen.getByRole('main').focus = (options) => focused.push(options);
    await act(() => router.navigate('/about'));
    expect(focused).toEqual([{ preventScroll: true }]);
  });

  test('says the title that the page knows better', async () => {
    function KnownProject() {
      usePageHead({ title: 'Harbour' });
      return <h1>Harbour</h1>;
    }
    const known = { path: '/known', element: <KnownProject />, handle: handleOf('Project') };
    const { router } = await renderLayout('/', [known]);
    await act(() => router.navigate('/known'));
    await screen.findByRole('heading', { name: 'Harbour' });
    expect(announced()).toEqual([`Harbour · ${site.company.shortName}`]);
  });

  test('by a link to the page that is there moves the focus to main, so that Tab goes on from the top', async () => {
    const { user } = await renderLayout('/about');
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('is not what a query that the page replaces is, nor a way to a part of the page and back', async () => {
    const { router, user } = await renderLayout('/about');
    await user.tab();
    await act(() => router.navigate('/about?page=2', { replace: true }));
    await act(() => router.navigate('/about?page=2#part'));
    await act(() => router.navigate(-1));
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    expect(announced()).toEqual(['']);
  });
});
