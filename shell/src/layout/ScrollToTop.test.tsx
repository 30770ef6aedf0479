import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { handleOf, renderLayout } from './testing/renderLayout';

type Router = Awaited<ReturnType<typeof renderLayout>>['router'];

const to =
  (address: string, replace = false) =>
  (router: Router) =>
    router.navigate(address, { replace });
const back = (router: Router) => router.navigate(-1);

// How far a page scrolls for visitors, tests/browser has; this is about the moves that are none.
describe('§2 every move scrolls to the top, and brings the focus to main', () => {
  test.each([
    ['a move to another page', '/', [to('/about')], 1, true],
    ['and back', '/', [to('/about'), back], 2, true],
    ['but the first page does not', '/about#top', [], 0, false],
    ['from a query to the page', '/about?page=2', [to('/about')], 1, true],
    ['and back to it', '/about?page=2', [to('/about'), back], 2, false],
    ['but a query that the page replaces does not', '/about', [to('/about?page=2', true)], 0, false],
    ['a link to the page that is there', '/about', [to('/about', true)], 1, true],
    ['a part of the page does not', '/about', [to('/about#part')], 0, false],
    ['from a part of it back to the page', '/about', [to('/about#part'), back], 1, false],
    ['an entry of the same address', '/about', [to('/about')], 1, true],
    ['but not back over it', '/about', [to('/about'), back], 1, false],
    ['a part that another page does not have', '/', [to('/about#nowhere')], 1, true],
  ])('%s', async (_what, start, moves, times, focuses) => {
    const { router, scrollTo } = await renderLayout(start);
    for (const move of moves) {
      act(() => screen.getByRole('main').blur());
      await act(() => move(router));
    }
    expect(document.activeElement === screen.getByRole('main')).toBe(focuses);
    expect(scrollTo.mock.calls).toEqual(Array.from({ length: times }, () => [0, 0]));
  });
});

describe('a hash that names a part of the new page scrolls to that, encoded well or badly', () => {
  let scrolledTo: string[];
  beforeEach(() => {
    scrolledTo = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolledTo.push(this.id);
    };
  });

  test.each([
    ['#part', 'part'],
    ['#%C3%BCber', 'über'],
    ['#%c3%bcber', 'über'],
    ['#a+b&c=d', 'a+b&c=d'],
    ['#100%', '100%'],
  ])('%s', async (hash, id) => {
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
