import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { openApp } from './openApp';
import { VerificationPage } from './VerificationPage';

jest.mock('./openApp');

const opened = jest.mocked(openApp);
const LINK = 'micora://verification?userId=u1&secret=s1';
const VALID = '?userId=u1&secret=s1';
const SUPPORT = `mailto:${site.micora.supportEmail}`;

beforeEach(() => {
  jest.useFakeTimers();
  opened.mockReset();
});
afterEach(() => {
  jest.useRealTimers();
});

function show(query = VALID) {
  history.replaceState({ idx: 0 }, '', `/micora/verification${query}`);
  return render(<VerificationPage />, { wrapper: MemoryRouter });
}

function pass(milliseconds: number) {
  act(() => jest.advanceTimersByTime(milliseconds));
}

function becomes(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const countdown = () => screen.queryByRole('timer')?.textContent;
const tryAgain = () => screen.getByRole('button', { name: 'Try Opening App Again' });
const home = () => screen.getByRole('link', { name: 'MiCora' });
const stop = () => screen.getByRole('button', { name: 'Stop countdown' });

describe('§4 a link with both values', () => {
  test('opens the app, counts 5-4-3, each second at its time, and changes to the manual state after 3 s; screen readers are told of the start and of the change', () => {
    // The clock has run for a while when the page begins.
    pass(12_345);
    const { container } = show();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(container.querySelector('svg.circles.apart')).toBeNull();
    expect(opened.mock.calls).toEqual([[LINK]]);
    act(() => stop().focus());
    const status = screen.getByRole('status');
    const words = status.textContent;
    expect(words).toContain('Redirecting to MiCora...');
    for (const seconds of ['5', '4', '3']) {
      expect(countdown()).toBe(`${seconds} seconds`);
      pass(999);
      expect(countdown()).toBe(`${seconds} seconds`);
      expect(status.textContent).toBe(words);
      pass(1);
    }
    expect(screen.getAllByRole('status')[0]).toBe(status);
    expect(status).toHaveTextContent('App Not Opening?');
    expect(countdown()).toBeUndefined();
    // The button that had it is gone.
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('in the manual state there are instructions, the button tries again, without end, and a link is copied at a click and no sooner, if the browser lets it', async () => {
    const writeText = jest.fn<(text: string) => Promise<void>>(() => Promise.reject(new Error('no')));
    Object.assign(navigator, { clipboard: { writeText } });
    show();
    pass(3000);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    for (const [name, address] of [
      ['App Store', site.micora.appStoreUrl],
      ['Google Play', site.micora.playStoreUrl],
      ['Contact support', SUPPORT],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
    fireEvent.click(tryAgain());
    fireEvent.click(tryAgain());
    expect(opened.mock.calls).toEqual([[LINK], [LINK], [LINK]]);
    pass(24 * 60 * 60 * 1000);
    expect(title()).toBe('App Not Opening?');
    expect(opened).toHaveBeenCalledTimes(3);
    expect(jest.getTimerCount()).toBe(0);
    expect(writeText).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await act(() => Promise.resolve());
    expect(writeText).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/didn’t allow that\. Open/)).toBeVisible();
  });

  test('the countdown can be stopped: the page then stays, with the focus where it was, and still offers to try again', () => {
    show();
    pass(1500);
    act(() => home().focus());
    fireEvent.click(stop());
    expect(countdown()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
    pass(60_000);
    expect(title()).toBe('Redirecting to MiCora...');
    expect(screen.getByRole('status')).toHaveTextContent(/The countdown has stopped/);
    expect(home()).toHaveFocus();
    fireEvent.click(tryAgain());
    expect(opened.mock.calls).toEqual([[LINK], [LINK]]);
  });
});

describe('§4 coming back by Back', () => {
  /** Leaves the page for another one of the site, and goes back: the entry of the history is there again. */
  function comeBack(unmount: () => void) {
    unmount();
    opened.mockReset();
    render(<VerificationPage />, { wrapper: MemoryRouter });
  }

  test.each([
    ['after the countdown', 3000, 'App Not Opening?'],
    ['during the countdown, which is over then', 1000, 'App Not Opening?'],
  ])('%s shows how to open the app, and opens nothing', (_, passed, heading) => {
    const { unmount } = show();
    pass(passed);
    comeBack(unmount);
    expect(title()).toBe(heading);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    pass(60_000);
    expect(opened).not.toHaveBeenCalled();
    fireEvent.click(tryAgain());
    expect(opened.mock.calls).toEqual([[LINK]]);
  });

  test('to a stopped countdown shows it stopped', () => {
    const { unmount } = show();
    fireEvent.click(stop());
    comeBack(unmount);
    expect(screen.getByRole('status')).toHaveTextContent(/The countdown has stopped/);
    pass(60_000);
    expect(title()).toBe('Redirecting to MiCora...');
    expect(opened).not.toHaveBeenCalled();
    expect(tryAgain()).toBeVisible();
  });

  test('to another link starts it', () => {
    const { unmount } = show();
    pass(3000);
    unmount();
    opened.mockReset();
    history.pushState(null, '');
    show('?userId=u2&secret=s2');
    expect(opened.mock.calls).toEqual([['micora://verification?userId=u2&secret=s2']]);
  });
});

test('§4 the title of the document follows the heading', () => {
  show();
  expect(document.title).toBe('Redirecting to MiCora... · MiCora');
  pass(3000);
  expect(document.title).toBe('App Not Opening? · MiCora');
});

describe('tabs in the background', () => {
  test('the app is opened, and the countdown begins, when the tab comes to the front', () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show();
    expect(location.search).toBe('');
    pass(60_000);
    expect(opened).not.toHaveBeenCalled();
    becomes('visible');
    expect(opened.mock.calls).toEqual([[LINK]]);
    expect(countdown()).toBe('5 seconds');
    pass(3000);
    expect(title()).toBe('App Not Opening?');
    becomes('hidden');
    becomes('visible');
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test.each(['visible', 'hidden'] as const)('a page that is left, %s, leaves nothing behind', (state) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    const { unmount } = show();
    opened.mockReset();
    unmount();
    becomes('visible');
    expect(opened).not.toHaveBeenCalled();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('the time counts, not the ticks, where a browser holds timers back', () => {
    show();
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 2400);
    pass(1000);
    expect(countdown()).toBe('3 seconds');
    jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    becomes('visible');
    expect(title()).toBe('App Not Opening?');
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('§4, §8 an invalid link is said to be so, and no app is opened', () => {
  const { container } = show('?userId=u1%0D%0Aevil&secret=s1');
  expect(container.querySelector('svg.circles.apart')).not.toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(
    'Verification Link Invalid — This verification link appears to be invalid or has already been used.',
  );
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', SUPPORT);
  expect(screen.getByText(/“Open in browser”, .*open the link in our email.* write to us at/)).toBeVisible();
  pass(60_000);
  expect(opened).not.toHaveBeenCalled();
  expect(screen.queryByRole('button')).toBeNull();
  expect(location.search).toBe('');
  expect(document.title).toBe('Verification Link Invalid · MiCora');
});
