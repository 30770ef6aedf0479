import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { handleOf, renderLayout } from './testing/renderLayout';

describe('§2 every route change scrolls to the top', () => {
  test('when a link leads to another page', async () => {
    const { user, scrollTo } = await renderLayout('/');
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    await screen.findByRole('heading', { name: 'About page' });
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  });

  test('when the visitor goes back', async () => {
    const { router, scrollTo } = await renderLayout('/');
    await act(() => router.navigate('/about'));
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Home page' });
    expect(scrollTo).toHaveBeenCalledTimes(2);
  });

  test('but the first page is not scrolled', async () => {
    const { scrollTo } = await renderLayout('/about#top');
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('but a change of the query or the hash alone does not scroll to the top', async () => {
    const { router, scrollTo } = await renderLayout('/about');
    await act(() => router.navigate('/about?page=2'));
    await act(() => router.navigate('/about?page=2#nowhere'));
    expect(router.state.location.hash).toBe('#nowhere');
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('but a hash that names a part of the new page scrolls to that', async () => {
    const scrolledTo: string[] = [];
    Element.prototype.scrollIntoView = jest.fn(function (this: Element) {
      scrolledTo.push(this.id);
    });
    const page = { path: '/long', element: <h2 id="part">Part</h2>, handle: handleOf('Long') };
    const { router, scrollTo } = await renderLayout('/', [page]);
    await act(() => router.navigate('/long#part'));
    await screen.findByRole('heading', { name: 'Part' });
    expect(scrolledTo).toEqual(['part']);
    expect(scrollTo).not.toHaveBeenCalled();

    await act(() => router.navigate('/about#nowhere'));
    expect(scrollTo).toHaveBeenCalledTimes(1);
  });
});

test('a reload keeps its place: the browser restores when the page goes, and only then', async () => {
  await renderLayout('/');
  expect(history.scrollRestoration).toBe('manual');
  fireEvent(window, new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  fireEvent(window, new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
});
