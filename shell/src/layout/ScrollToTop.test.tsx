import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { pageAt, renderLayout } from './testing/renderLayout';

type Router = Awaited<ReturnType<typeof renderLayout>>['router'];

const to =
  (address: string, replace = false) =>
  (router: Router) =>
    router.navigate(address, { replace });
const back = (router: Router) => router.navigate(-1);

/** The parts of a page, with all kinds of ids. */
const parts = ['part', 'über', 'a+b&c=d', '100%'].map((id) => (
  <h2 key={id} id={id}>
    {id}
  </h2>
));
const long = pageAt('/long', 'Long', parts);

// tests/browser covers real scrolling. These cases define which URL changes count as moves.
test.each([
  ['a move to another page', '/', [to('/about')], ['top'], true],
  ['going back from another page', '/', [to('/about'), back], ['top', 'top'], true],
  ['the first load of a page', '/about#top', [], [], false],
  ['a move from a query to the page without it', '/about?page=2', [to('/about')], ['top'], true],
  ['going back to a query', '/about?page=2', [to('/about'), back], ['top', 'top'], false],
  ['a query that the page itself replaces', '/about', [to('/about?page=2', true)], [], false],
  ['a link to the current page that replaces its entry', '/about', [to('/about', true)], ['top'], true],
  ['a link to a part of the current page', '/about', [to('/about#part')], [], false],
  ['going back from a part to the page', '/about', [to('/about#part'), back], ['top'], false],
  ['a link to the current page that adds an entry', '/about', [to('/about')], ['top'], true],
  ['going back to an entry of the same address', '/about', [to('/about'), back], ['top'], false],
  ['a link to a part that another page lacks', '/', [to('/about#nowhere')], ['top'], true],
  ['a link to a part of another page', '/', [to('/long#part')], ['part'], true],
  ['a percent-encoded hash', '/', [to('/long#%C3%BCber')], ['über'], true],
  ['a hash encoded in lower case', '/', [to('/long#%c3%bcber')], ['über'], true],
  ['a hash with the characters of a query', '/', [to('/long#a+b&c=d')], ['a+b&c=d'], true],
  ['a badly encoded hash', '/', [to('/long#100%')], ['100%'], true],
])('§2 scroll position and focus are correct after %s', async (_what, start, moves, scrolls, focuses) => {
  const { router, scrolledTo } = await renderLayout(start, [long]);
  for (const move of moves) {
    act(() => screen.getByRole('main').blur());
    await act(() => move(router));
  }
  expect(document.activeElement === screen.getByRole('main')).toBe(focuses);
  expect(scrolledTo).toEqual(scrolls);
});

test('the browser restores the scroll position only after a reload', async () => {
  await renderLayout('/');
  expect(history.scrollRestoration).toBe('manual');
  fireEvent(window, new Event('pagehide'));
  expect(history.scrollRestoration).toBe('auto');
  fireEvent(window, new Event('pageshow'));
  expect(history.scrollRestoration).toBe('manual');
});
