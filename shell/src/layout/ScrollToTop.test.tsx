import { expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { pageAt, renderLayout } from './testing/renderLayout';

type Router = Awaited<ReturnType<typeof renderLayout>>['router'];

const to =
  (address: string, replace = false) =>
  (router: Router) =>
    router.navigate(address, { replace });
const back = (router: Router) => router.navigate(-1);

const parts = ['part', 'über', 'a+b&c=d', '100%'].map((id) => (
  <h2 key={id} id={id}>
    {id}
  </h2>
));
const long = pageAt('/long', 'Long', parts);

// These cases define which changes to the URL count as navigations. The tests in `tests/browser` check real scrolling.
test.each([
  ['a navigation to another page', '/', [to('/about')], ['top'], 'content'],
  ['going back from another page', '/', [to('/about'), back], ['top', 'top'], 'content'],
  ['the first load of a page', '/about#top', [], [], ''],
  ['a navigation from a query to the page without it', '/about?page=2', [to('/about')], ['top'], 'content'],
  ['going back to a query', '/about?page=2', [to('/about'), back], ['top', 'top'], ''],
  ['a query that the page itself replaces', '/about', [to('/about?page=2', true)], [], ''],
  ['a link to the current page that replaces its entry', '/about', [to('/about', true)], ['top'], 'content'],
  ['a link to a part of the current page', '/about', [to('/about#part')], [], ''],
  ['going back from a part to the page', '/about', [to('/about#part'), back], ['top'], ''],
  ['a link to the current page that adds an entry', '/about', [to('/about')], ['top'], 'content'],
  ['going back to an entry of the same address', '/about', [to('/about'), back], ['top', 'top'], ''],
  ['a link to a part that another page lacks', '/', [to('/about#nowhere')], ['top'], 'content'],
  ['a link to a part of another page', '/', [to('/long#part')], ['part'], 'part'],
  ['a percent-encoded hash', '/', [to('/long#%C3%BCber')], ['über'], 'über'],
  ['a hash encoded in lower case', '/', [to('/long#%c3%bcber')], ['über'], 'über'],
  ['a hash with the characters of a query', '/', [to('/long#a+b&c=d')], ['a+b&c=d'], 'a+b&c=d'],
  ['a link to a part of the current page that is there', '/long', [to('/long#part')], ['part'], 'part'],
  ['a badly encoded hash', '/', [to('/long#100%')], ['100%'], '100%'],
])('§2 scroll position and focus are correct after %s', async (_what, start, moves, scrolls, focused) => {
  const { router, scrolledTo } = await renderLayout(start, [long]);
  for (const move of moves) {
    act(() => screen.getByRole('main').blur());
    await act(() => move(router));
  }
  expect(document.activeElement?.id).toBe(focused);
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
