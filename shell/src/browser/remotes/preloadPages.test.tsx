import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { fireEvent, screen } from '@testing-library/dom';
import { createRemoteResolver } from './createRemoteResolver';
import type { LiveRelease } from './createLiveRelease';
import type { LoadRoutes } from './createRouteLoader';
import { preloadPages } from './preloadPages';
import { loaded, unanswered } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';
import { micora, studio } from '../../testing/releaseRemotes';

const loadTerms = jest.fn<PageRoute['lazy']>();
const loadAbout = jest.fn<PageRoute['lazy']>();
const loadRoutes = jest.fn<LoadRoutes>();
const load = jest.fn<LiveRelease['load']>();
let whenIdle: (() => void)[] = [];
let listeners: jest.SpiedFunction<typeof document.addEventListener>;

/** A page of the studio. */
function start(): void {
  const live: LiveRelease = { ...unanswered(), load };
  preloadPages(live, createRemoteResolver({ shell: 'c1', remote: studio }, [], live), loadRoutes);
}

/** Everything that is under way has settled. */
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  load.mockReset().mockImplementation(loaded().load);
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
  start();
});

afterEach(() => {
  // The pages of the site live as long as the document; this one has several lives.
  for (const [type, listener] of listeners.mock.calls) document.removeEventListener(type, listener);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

describe('once the page is idle', () => {
  test('the live release is loaded and every remote that the page links to is fetched, not before', async () => {
    expect(load).not.toHaveBeenCalled();
    expect(loadRoutes).not.toHaveBeenCalled();
    whenIdle.forEach((work) => work());
    await settled();
    expect(new Set(loadRoutes.mock.calls.map(([{ name }]) => name))).toEqual(new Set(['micora', 'studio']));
    expect(loadTerms).not.toHaveBeenCalled();
  });

  test('none is fetched for links that lead elsewhere, or stand in the footer of every page', async () => {
    const footer = document.body.appendChild(document.createElement('footer'));
    for (const name of ['About', 'Nowhere']) screen.getByRole('link', { name }).remove();
    footer.append(screen.getByRole('link', { name: 'Terms' }));
    whenIdle.forEach((work) => work());
    await settled();
    expect(load).toHaveBeenCalled();
    expect(loadRoutes).not.toHaveBeenCalled();
  });

  test('or after four seconds: a page may never be idle', () => {
    const idle = jest.spyOn(window, 'requestIdleCallback');
    start();
    expect(idle.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 4000 }]);
  });

  test.each<[string, number, () => void]>([
    ['a server that does not say what is live', 0, () => load.mockRejectedValue(new TypeError('lost'))],
    ['a remote that cannot be loaded', 3, () => loadRoutes.mockRejectedValue(new Error('lost'))],
  ])('%s is passed over in silence', async (_what, calls, lose) => {
    lose();
    whenIdle.forEach((work) => work());
    await settled();
    expect(loadRoutes).toHaveBeenCalledTimes(calls);
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
    fireEvent.pointerOver(screen.getByText('Nowhere'));
    await settled();
    expect(loadRoutes).toHaveBeenCalledTimes(1);
  });

  test('is not kept waiting: nothing here holds up a scroll', () => {
    expect(listeners.mock.calls.map(([type, , options]) => [type, options])).toEqual(
      ['pointerover', 'touchstart', 'focusin'].map((type) => [type, { passive: true }]),
    );
  });
});

test('where the browser does not tell when it is idle, the remotes are fetched after two seconds', async () => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useFakeTimers();
  try {
    start();
    await jest.advanceTimersByTimeAsync(1999);
    expect(load).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalled();
    expect(loadRoutes).toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
  }
});
