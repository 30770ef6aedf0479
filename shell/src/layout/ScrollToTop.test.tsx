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

  test('by a link to the page that is there', async () => {
    const { user, scrollTo } = await renderLayout('/about');
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    expect(scrollTo).toHaveBeenCalledTimes(2);
  });

  test('by a link to the page that is there without its query', async () => {
    const { router, user, scrollTo } = await renderLayout('/about?page=2');
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    expect(scrollTo).toHaveBeenCalledTimes(1);
    await act(() => router.navigate(-1));
    expect(scrollTo).toHaveBeenCalledTimes(2);
  });

  test('when the visitor goes back from a part of the page to the page', async () => {
    const { router, scrollTo } = await renderLayout('/about');
    await act(() => router.navigate('/about#part'));
    expect(scrollTo).not.toHaveBeenCalled();
    await act(() => router.navigate(-1));
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  });

  test('but a query that the page replaces itself does not scroll', async () => {
    const { router, scrollTo } = await renderLayout('/about');
    await act(() => router.navigate('/about?page=2', { replace: true }));
    expect(router.state.location.search).toBe('?page=2');
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('but to go back over an entry that the page has made of the same address does not scroll', async () => {
    const { router, scrollTo } = await renderLayout('/about');
    await act(() => router.navigate('/about', { state: { open: true } }));
    scrollTo.mockClear();
    await act(() => router.navigate(-1));
    expect(router.state.location.state).toBeNull();
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

  test.each([
    ['#%C3%BCber', 'über'],
    ['#%c3%bcber', 'über'],
    ['#a+b&c=d', 'a+b&c=d'],
    ['#100%', '100%'],
  ])('also if the hash has it encoded, well or badly: %s', async (hash, id) => {
    const scrolledTo: string[] = [];
    Element.prototype.scrollIntoView = jest.fn(function (this: Element) {
      scrolledTo.push(this.id);
    });
    const page = { path: '/long', element: <h2 id={id}>Part</h2>, handle: handleOf('Long') };
    const { router, scrollTo } = await renderLayout('/', [page]);
    await act(() => router.navigate(`/long${hash}`));
    await screen.findByRole('heading', { name: 'Part' });
    expect(scrolledTo).toEqual([id]);
    expect(scrollTo).not.toHaveBeenCalled();
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
