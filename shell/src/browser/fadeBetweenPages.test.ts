import { expect, jest, test } from '@jest/globals';
import type { RouterState, RouterSubscriber } from 'react-router';
import { fadeBetweenPages } from './fadeBetweenPages';

const stateAt = (pathname: string) => ({ location: { pathname } }) as unknown as RouterState;

/** A router that is told what it holds, and a page whose transitions begin when they are told to. */
function open() {
  let subscriber: RouterSubscriber = () => undefined;
  const router = {
    state: stateAt('/'),
    subscribe: (render: RouterSubscriber) => {
      subscriber = render;
      return () => undefined;
    },
  };
  const begin: (() => void)[] = [];
  const page = {
    startViewTransition: (update: () => void) => {
      begin.push(update);
      return {
        ready: Promise.reject(new DOMException('skipped', 'AbortError')),
      } as unknown as ViewTransition;
    },
  };
  const render = jest.fn<RouterSubscriber>();
  fadeBetweenPages(router, page);
  router.subscribe(render);
  return {
    begin,
    shown: () => render.mock.calls.map(([{ location }]) => location.pathname),
    options: () => render.mock.calls.map(([, options]) => options),
    moveTo: (pathname: string, fades: boolean) => {
      router.state = stateAt(pathname);
      const viewTransitionOpts = {
        currentLocation: router.state.location,
        nextLocation: router.state.location,
      };
      const options = { deletedFetchers: [], newErrors: null, flushSync: false };
      subscriber(router.state, { ...options, ...(fades && { viewTransitionOpts }) });
    },
  };
}

test('a move is rendered at once, or, if it fades, all of it when the browser has kept what was there', () => {
  const { moveTo, shown, options, begin } = open();
  moveTo('/about', false);
  expect(shown()).toEqual(['/about']);
  moveTo('/contact', true);
  expect(shown()).toEqual(['/about']);
  begin[0]?.();
  expect(shown()).toEqual(['/about', '/contact']);
  expect(options().map((one) => one.flushSync)).toEqual([false, true]);
});

test('of moves made one upon another no older one is rendered over the newest', () => {
  const { moveTo, shown, begin } = open();
  moveTo('/about', true);
  moveTo('/contact', true);
  moveTo('/projects', false);
  for (const update of begin) update();
  expect(shown()).toEqual(['/projects', '/projects', '/projects']);
});
