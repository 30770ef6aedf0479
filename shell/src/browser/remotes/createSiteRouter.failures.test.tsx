import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { act, screen } from '@testing-library/react';
import {
  heading,
  leaveTo,
  LIMIT,
  load,
  loadRoutes,
  loadTerms,
  micoraRoutes,
  openSite,
  setUpSite,
} from '../../testing/openSite';

setUpSite();

const never = () => new Promise<never>(() => undefined);

/** A promise that is settled by hand. */
function pending<Result>() {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  return { promise, resolve, reject };
}

describe('a move whose code cannot be loaded', () => {
  test.each<[string, () => void]>([
    ['a remote', () => loadRoutes.mockRejectedValue(new Error('lost'))],
    ['a page', () => loadTerms.mockRejectedValue(new Error('lost'))],
    ['what is live', () => load.mockRejectedValue(new TypeError('lost'))],
  ])('becomes a full load of that address, query and hash kept: %s', async (_what, lose) => {
    lose();
    const { move } = await openSite('/');
    await move('/micora/tos?from=home#law');
    expect(leaveTo.mock.calls).toEqual([['/micora/tos?from=home#law']]);
    expect(heading()).toBe('Home');
  });

  test.each<[string, () => void]>([
    ['server', () => load.mockReturnValue(never())],
    ['remote', () => loadRoutes.mockReturnValue(never())],
    ['page', () => loadTerms.mockReturnValue(never())],
  ])('because the %s hangs becomes one once the limit is over, not before', async (_what, hang) => {
    hang();
    const { move, wait } = await openSite('/');
    await move('/micora/tos', LIMIT - 1);
    expect(leaveTo).not.toHaveBeenCalled();
    await wait(1);
    expect(leaveTo.mock.calls).toEqual([['/micora/tos']]);
  });
});

describe('a visitor who comes back from a full load', () => {
  const returnFromCache = () =>
    act(async () => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await jest.advanceTimersByTimeAsync(0);
    });

  test('finds the move ended, the page usable, and in its address and history entry what the page has made of them', async () => {
    loadTerms.mockRejectedValueOnce(new Error('lost'));
    const { move, router } = await openSite('/about?secret=hidden');
    const entry = { ...(history.state as object), kept: 'hidden' };
    history.replaceState(entry, '', '/about');
    await move('/micora/tos');
    await returnFromCache();
    expect(router.state.navigation.state).toBe('idle');
    expect(location.href).not.toContain('secret');
    expect(history.state).toEqual(entry);
    expect(router.state.location.search).toBe('');
    expect(heading()).toBe('About');
    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });
});

describe('a page that is shown', () => {
  const popped = jest.fn<(event: PopStateEvent) => void>();

  beforeEach(() => {
    popped.mockReset();
    addEventListener('popstate', popped);
    loadTerms.mockRejectedValueOnce(new Error('lost'));
  });
  afterEach(() => removeEventListener('popstate', popped));

  test.each([
    ['for the first time, in the middle of a move, goes on with it', '/micora/tos', false, 0],
    ['again, and whose moves have ended, stays as it is', '/about', true, 0],
    ['again, in the middle of a move, is where its history entry is', '/micora/tos', true, 1],
  ])('%s', async (_title, to, persisted, times) => {
    const { move, wait } = await openSite('/');
    await move(to);
    act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));
    await wait(0);
    expect(popped.mock.calls.map(([{ state }]) => state as unknown)).toEqual(
      Array.from({ length: times }, () => history.state as unknown),
    );
    expect(history.state).not.toBeNull();
  });
});

describe('a visitor who has gone elsewhere meanwhile', () => {
  test.each([
    ['remote', (lost: Promise<never>) => loadRoutes.mockReturnValueOnce(lost)],
    ['page', (lost: Promise<never>) => loadTerms.mockReturnValueOnce(lost)],
  ])('is not taken back when the %s fails', async (_what, delay) => {
    const lost = pending<never>();
    delay(lost.promise);
    const { move, wait } = await openSite('/');
    await move('/micora/tos');
    await move('/about');
    lost.reject(new Error('lost'));
    await wait(2 * LIMIT);
    expect(heading()).toBe('About');
    expect(leaveTo).not.toHaveBeenCalled();

    await move('/micora/tos');
    expect(heading()).toBe('Terms');
  });

  test('is not taken back when the code comes late, and finds the page there when asked again', async () => {
    const late = pending<PageRoute[]>();
    loadRoutes.mockReturnValueOnce(late.promise);
    const { move, wait } = await openSite('/');
    await move('/micora/tos');
    await move('/about');
    late.resolve(micoraRoutes);
    await wait(0);
    expect(heading()).toBe('About');

    await move('/micora/tos');
    expect(heading()).toBe('Terms');
    expect(leaveTo).not.toHaveBeenCalled();
  });
});

describe('offline, where a full load would not help', () => {
  beforeEach(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  });

  test.each([
    ['remote', () => loadRoutes.mockRejectedValueOnce(new Error('lost'))],
    ['page', () => loadTerms.mockRejectedValueOnce(new Error('lost'))],
  ])(
    'a %s that cannot be loaded is said inside header and footer, and loaded once it can be',
    async (_what, lose) => {
      lose();
      const { move } = await openSite('/');
      await move('/micora/tos');
      expect(heading()).toBe('This page could not be loaded');
      expect(screen.getByRole('banner')).toBeVisible();
      expect(screen.getByRole('contentinfo')).toBeVisible();
      expect(leaveTo).not.toHaveBeenCalled();

      await move('/about');
      expect(heading()).toBe('About');
      await move('/micora/tos');
      expect(heading()).toBe('Terms');
    },
  );
});
