import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { pageAt, renderLayout } from './testing/renderLayout';

type Router = Awaited<ReturnType<typeof renderLayout>>['router'];

const to =
  (address: string, replace = false) =>
  (router: Router) =>
    router.navigate(address, { replace });
const back = (router: Router) => router.navigate(-1);

/** A page whose parts are named in every way. */
const parts = ['part', 'über', 'a+b&c=d', '100%'].map((id) => (
  <h2 key={id} id={id}>
    {id}
  </h2>
));
const long = pageAt('/long', 'Long', parts);

// tests/browser tests real scrolling. This is about changes that are not moves.
test.each([
  ['a move to another page', '/', [to('/about')], ['top'], true],
  ['and back', '/', [to('/about'), back], ['top', 'top'], true],
  ['but the first page does not', '/about#top', [], [], false],
  ['from a query to the page', '/about?page=2', [to('/about')], ['top'], true],
  ['and back to it', '/about?page=2', [to('/about'), back], ['top', 'top'], false],
  ['but a query that the page replaces does not', '/about', [to('/about?page=2', true)], [], false],
  ['a link to the page that is there', '/about', [to('/about', true)], ['top'], true],
  ['a part of the page does not', '/about', [to('/about#part')], [], false],
  ['from a part of it back to the page', '/about', [to('/about#part'), back], ['top'], false],
  ['an entry of the same address', '/about', [to('/about')], ['top'], true],
  ['but not back over it', '/about', [to('/about'), back], ['top'], false],
  ['a part that another page does not have', '/', [to('/about#nowhere')], ['top'], true],
  ['a part that it has scrolls to that', '/', [to('/long#part')], ['part'], true],
  ['encoded well', '/', [to('/long#%C3%BCber')], ['über'], true],
  ['in small letters', '/', [to('/long#%c3%bcber')], ['über'], true],
  ['with signs of queries', '/', [to('/long#a+b&c=d')], ['a+b&c=d'], true],
  ['encoded badly', '/', [to('/long#100%')], ['100%'], true],
])(
  '§2 every move scrolls to the top, and brings the focus to main: %s',
  async (_what, start, moves, scrolls, focuses) => {
    const { router, scrolledTo } = await renderLayout(start, [long]);
    for (const move of moves) {
      act(() => screen.getByRole('main').blur());
      await act(() => move(router));
    }
    expect(document.activeElement === screen.getByRole('main')).toBe(focuses);
    expect(scrolledTo).toEqual(scrolls);
  },
);

test('a reload keeps its place: the browser restores only when the page goes', async () => {
  await renderLayout('/');
  expect(history.scrollRestoration).toBe('manual');
  fireEvent(window, new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  fireEvent(window, new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
});
