import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { fireEvent, screen } from '@testing-library/dom';
import type { LoadRoutes } from './loadRoutes';
import { preloadPages } from './preloadPages';
import { pageRoute } from './testing/pageRoute';
import { micora, studio } from './testing/releaseRemotes';

const loadTerms = jest.fn<PageRoute['lazy']>();
const loadAbout = jest.fn<PageRoute['lazy']>();
const loadRoutes = jest.fn<LoadRoutes>();
let whenIdle: (() => void)[] = [];
let listeners: jest.SpiedFunction<typeof document.addEventListener>;

/** Everything that is under way has settled. */
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  loadTerms.mockReset().mockResolvedValue({ Component: () => null });
  loadAbout.mockReset().mockResolvedValue({ Component: () => null });
  loadRoutes
    .mockReset()
    .mockImplementation(({ name }) =>
      Promise.resolve(
        name === 'micora'
          ? [pageRoute('micora/TermsPage', '/micora/tos', loadTerms)]
          : [pageRoute('studio/AboutPage', '/about', loadAbout)],
      ),
    );
  whenIdle = [];
  window.requestIdleCallback = (work) =>
    whenIdle.push(() => work({ didTimeout: false, timeRemaining: () => 50 }));
  listeners = jest.spyOn(document, 'addEventListener');
  document.body.innerHTML = `
    <a href="/micora/tos"><span>Terms</span></a>
    <a href="/about">About</a>
    <a href="/nowhere">Nowhere</a>
    <a href="https://elsewhere.example/about">Elsewhere</a>
    <a href="mailto:hello@example.com">Mail</a>
    <p>Text</p>`;
  preloadPages([studio, micora], loadRoutes);
});

afterEach(() => {
  // The pages of the site live as long as the document; this one has several lives.
  for (const [type, listener] of listeners.mock.calls) document.removeEventListener(type, listener);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

describe('once the page is idle', () => {
  test('every remote that it links to is fetched, not before', () => {
    expect(loadRoutes).not.toHaveBeenCalled();
    whenIdle.forEach((work) => work());
    expect(loadRoutes.mock.calls.map(([{ name }]) => name).sort()).toEqual(['micora', 'studio']);
    expect(loadTerms).not.toHaveBeenCalled();
  });

  test('a remote that it does not link to is not fetched', () => {
    screen.getByRole('link', { name: 'Terms' }).remove();
    whenIdle.forEach((work) => work());
    expect(loadRoutes.mock.calls).toEqual([[studio]]);
  });

  test('a remote that cannot be had is passed over in silence', async () => {
    loadRoutes.mockRejectedValue(new Error('lost'));
    whenIdle.forEach((work) => work());
    await settled();
    expect(loadRoutes).toHaveBeenCalledTimes(2);
  });
});

describe('a link that is about to be used', () => {
  test.each([
    ['a pointer', () => fireEvent.pointerOver(screen.getByText('Terms'))],
    ['a touch', () => fireEvent.touchStart(screen.getByText('Terms'))],
    ['the focus', () => fireEvent.focusIn(screen.getByRole('link', { name: 'Terms' }))],
  ])('has its page fetched when %s comes to it', async (_what, show) => {
    show();
    await settled();
    expect(loadRoutes.mock.calls).toEqual([[micora]]);
    expect(loadTerms).toHaveBeenCalledTimes(1);
    expect(loadAbout).not.toHaveBeenCalled();
  });

  test('has it fetched once', async () => {
    fireEvent.pointerOver(screen.getByText('About'));
    fireEvent.pointerOver(screen.getByText('About'));
    await settled();
    fireEvent.focusIn(screen.getByText('About'));
    await settled();
    expect(loadAbout).toHaveBeenCalledTimes(1);
  });

  test('has it fetched again after a failure, which nobody hears of', async () => {
    loadAbout.mockRejectedValueOnce(new Error('lost'));
    fireEvent.pointerOver(screen.getByText('About'));
    await settled();
    fireEvent.pointerOver(screen.getByText('About'));
    await settled();
    expect(loadAbout).toHaveBeenCalledTimes(2);
  });

  test.each(['Elsewhere', 'Mail', 'Text'])('is not %s', async (text) => {
    fireEvent.pointerOver(screen.getByText(text));
    await settled();
    expect(loadRoutes).not.toHaveBeenCalled();
  });

  test('may lead to no page: nothing is fetched, nothing fails', async () => {
    fireEvent.pointerOver(screen.getByText('Nowhere'));
    await settled();
    expect(loadRoutes.mock.calls).toEqual([[studio]]);
    expect(loadAbout).not.toHaveBeenCalled();
  });
});

test('where the browser does not tell when it is idle, the remotes are fetched after two seconds', () => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useFakeTimers();
  try {
    preloadPages([studio, micora], loadRoutes);
    jest.advanceTimersByTime(1999);
    expect(loadRoutes).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(loadRoutes).toHaveBeenCalledTimes(2);
  } finally {
    jest.useRealTimers();
  }
});
