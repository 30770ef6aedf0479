import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRoute } from '@site/shared/remote';
import { fireEvent, screen } from '@testing-library/dom';
import type { LiveRelease } from './createLiveRelease';
import type { FindRoutes } from './createRouteFinder';
import { preloadPages } from './preloadPages';
import { loaded, unanswered } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';

const loadTerms = jest.fn<PageRoute['lazy']>();
const findRoutes = jest.fn<FindRoutes>();
const load = jest.fn<LiveRelease['load']>();
const requestIdleCallback = jest.fn<typeof window.requestIdleCallback>();
let listeners: jest.SpiedFunction<typeof document.addEventListener>;

const start = () => preloadPages({ ...unanswered(), load }, findRoutes);

/** Waits until everything that is under way has settled. */
const settled = () => new Promise((done) => setTimeout(done));

/** The browser has nothing to do. */
async function rest(): Promise<void> {
  for (const [work] of requestIdleCallback.mock.calls) work({ didTimeout: false, timeRemaining: () => 50 });
  await settled();
}

async function pointTo(text: string): Promise<void> {
  fireEvent.pointerOver(screen.getByText(text));
  await settled();
}

beforeEach(() => {
  load.mockReset().mockImplementation(loaded().load);
  loadTerms.mockReset().mockResolvedValue({ Component: () => null });
  const terms = pageRoute('micora/TermsPage', '/micora/tos', loadTerms);
  findRoutes.mockReset().mockImplementation((path) => Promise.resolve(path === '/nowhere' ? [] : [terms]));
  window.requestIdleCallback = requestIdleCallback.mockReset();
  listeners = jest.spyOn(document, 'addEventListener');
  document.body.innerHTML = `
    <a href="/micora/tos"><span>Terms</span></a>
    <a href="/nowhere">Nowhere</a>
    <a href="https://elsewhere.example/about">Elsewhere</a>
    <a href="mailto:hello@example.com">Mail</a>
    <p>Text</p>`;
  start();
});

afterEach(() => {
  // The pages of the site live as long as the document; this one has several lives.
  for (const [type, listener] of listeners.mock.calls) document.removeEventListener(type, listener);
});

describe('once the page is idle, or after four seconds', () => {
  test('the live release is loaded and every remote that the page links to is fetched, not before', async () => {
    expect(requestIdleCallback.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 4000 }]);
    expect(load).not.toHaveBeenCalled();
    await rest();
    expect(findRoutes.mock.calls).toEqual([['/micora/tos'], ['/nowhere']]);
    expect(loadTerms).not.toHaveBeenCalled();
  });

  test('none is fetched for links that lead elsewhere, or stand in the footer of every page', async () => {
    screen.getByRole('link', { name: 'Nowhere' }).remove();
    const footer = document.body.appendChild(document.createElement('footer'));
    footer.append(screen.getByRole('link', { name: 'Terms' }));
    await rest();
    expect(load).toHaveBeenCalled();
    expect(findRoutes).not.toHaveBeenCalled();
  });

  test.each<[string, number, () => void]>([
    ['a server that does not say what is live', 0, () => load.mockRejectedValue(new TypeError('lost'))],
    ['a remote that cannot be loaded', 2, () => findRoutes.mockRejectedValue(new Error('lost'))],
  ])('%s is passed over in silence', async (_what, calls, lose) => {
    lose();
    await rest();
    expect(findRoutes).toHaveBeenCalledTimes(calls);
  });
});

describe('a link that is about to be used', () => {
  test.each([
    ['a pointer', () => fireEvent.pointerOver(screen.getByText('Terms'))],
    ['a touch', () => fireEvent.touchStart(screen.getByText('Terms'))],
    ['the focus', () => fireEvent.focusIn(screen.getByRole('link', { name: 'Terms' }))],
  ])('has its page fetched once when %s comes to it', async (_what, show) => {
    show();
    show();
    await settled();
    show();
    await settled();
    expect(findRoutes.mock.calls).toEqual([['/micora/tos']]);
    expect(loadTerms).toHaveBeenCalledTimes(1);
  });

  test('has it fetched again after a failure, which nobody hears of', async () => {
    loadTerms.mockRejectedValueOnce(new Error('lost'));
    await pointTo('Terms');
    await pointTo('Terms');
    expect(loadTerms).toHaveBeenCalledTimes(2);
  });

  test('is none that leads elsewhere, and may lead to no page: nothing fails', async () => {
    for (const text of ['Elsewhere', 'Mail', 'Text']) await pointTo(text);
    expect(findRoutes).not.toHaveBeenCalled();
    await pointTo('Nowhere');
    expect(findRoutes.mock.calls).toEqual([['/nowhere']]);
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
  } finally {
    jest.useRealTimers();
  }
});
