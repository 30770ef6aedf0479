import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/contract';
import { micora } from '@site/shared/site';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { openApp } from './openApp';
import { VerificationPage } from './VerificationPage';

jest.mock('./openApp');

const opened = jest.mocked(openApp);
const LINK = 'micora://verification?userId=u1&secret=s1';
const VALID = '?userId=u1&secret=s1';
const SUPPORT = `mailto:${micora.supportEmail}`;

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

function advance(milliseconds: number) {
  act(() => jest.advanceTimersByTime(milliseconds));
}

function setVisibility(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const countdown = () => screen.queryByRole('timer')?.textContent;
const tryAgain = () => screen.getByRole('button', { name: 'Try Opening App Again' });
const home = () => screen.getByRole('link', { name: 'MiCora' });
const stop = () => screen.getByRole('button', { name: 'Stop countdown' });

describe('§4 a link with both values', () => {
  test('the page opens the app, counts 5-4-3, and announces the manual state after 3 seconds', () => {
    // The countdown must not assume that the clock starts at 0.
    advance(12_345);
    const { container } = show();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(container.querySelector('svg.circles.apart')).toBeNull();
    expect(opened.mock.calls).toEqual([[LINK]]);
    act(() => stop().focus());
    const status = screen.getByRole('status');
    const announced = status.textContent;
    expect(announced).toContain('Redirecting to MiCora...');
    for (const seconds of ['5', '4', '3']) {
      expect(countdown()).toBe(`${seconds} seconds`);
      advance(999);
      expect(countdown()).toBe(`${seconds} seconds`);
      expect(status.textContent).toBe(announced);
      advance(1);
    }
    expect(screen.getAllByRole('status')[0]).toBe(status);
    expect(status).toHaveTextContent('App Not Opening?');
    expect(countdown()).toBeUndefined();
    // The heading takes over the focus from the removed button.
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('the manual steps link to the stores that have the app, and say "soon" of the others', () => {
    jest.replaceProperty(micora, 'appStoreUrl', 'https://store.example/app');
    show();
    advance(3000);
    expect(screen.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', micora.appStoreUrl);
    expect(screen.getByText(/or from Google Play \(soon\)\./)).toBeVisible();
  });

  test('the manual state shows instructions, and each click on its button opens the app again', () => {
    show();
    advance(3000);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', SUPPORT);
    fireEvent.click(tryAgain());
    fireEvent.click(tryAgain());
    expect(opened.mock.calls).toEqual([[LINK], [LINK], [LINK]]);
    advance(24 * 60 * 60 * 1000);
    expect(title()).toBe('App Not Opening?');
    expect(opened).toHaveBeenCalledTimes(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('"Copy link" copies only when clicked, and shows a message if the browser forbids it', async () => {
    const writeText = jest.fn<(text: string) => Promise<void>>(() => Promise.reject(new Error('refused')));
    Object.assign(navigator, { clipboard: { writeText } });
    show();
    advance(3000);
    expect(writeText).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await act(() => Promise.resolve());
    expect(writeText).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/didn’t allow that\. Open/)).toBeVisible();
  });

  test('"Stop countdown" changes neither heading nor focus, and shows the manual steps', () => {
    show();
    advance(1500);
    act(() => home().focus());
    fireEvent.click(stop());
    expect(countdown()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
    advance(60_000);
    expect(title()).toBe('Redirecting to MiCora...');
    expect(screen.getAllByRole('status')[0]).toHaveTextContent(/The countdown has stopped/);
    expect(home()).toHaveFocus();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible();
    fireEvent.click(tryAgain());
    expect(opened.mock.calls).toEqual([[LINK], [LINK]]);
  });
});

describe('§4 the Back button', () => {
  function comeBack(unmount: () => void) {
    unmount();
    opened.mockReset();
    render(<VerificationPage />, { wrapper: MemoryRouter });
  }

  test.each([
    ['after the countdown', 3000, 'App Not Opening?'],
    ['during the countdown', 1000, 'App Not Opening?'],
  ])(
    'if the visitor left %s, Back shows the manual steps and does not open the app',
    (_, passed, heading) => {
      const { unmount } = show();
      advance(passed);
      comeBack(unmount);
      expect(title()).toBe(heading);
      expect(screen.getAllByRole('listitem')).toHaveLength(5);
      advance(60_000);
      expect(opened).not.toHaveBeenCalled();
      fireEvent.click(tryAgain());
      expect(opened.mock.calls).toEqual([[LINK]]);
    },
  );

  test('going back to a page with a stopped countdown shows that it was stopped', () => {
    const { unmount } = show();
    fireEvent.click(stop());
    comeBack(unmount);
    expect(screen.getAllByRole('status')[0]).toHaveTextContent(/The countdown has stopped/);
    advance(60_000);
    expect(title()).toBe('Redirecting to MiCora...');
    expect(opened).not.toHaveBeenCalled();
    expect(tryAgain()).toBeVisible();
  });

  test('a different verification link still opens the app', () => {
    const { unmount } = show();
    advance(3000);
    unmount();
    opened.mockReset();
    history.pushState(null, '');
    show('?userId=u2&secret=s2');
    expect(opened.mock.calls).toEqual([['micora://verification?userId=u2&secret=s2']]);
  });
});

test('§4 the document title changes together with the heading', () => {
  document.title = 'Email verification · MiCora';
  show();
  expect(document.title).toBe('Redirecting to MiCora... · MiCora');
  advance(3000);
  expect(document.title).toBe('App Not Opening? · MiCora');
});

describe('background tabs', () => {
  test('the app opens, and the countdown begins, when the tab comes to the front', () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show();
    expect(location.search).toBe('');
    advance(60_000);
    expect(opened).not.toHaveBeenCalled();
    setVisibility('visible');
    expect(opened.mock.calls).toEqual([[LINK]]);
    expect(countdown()).toBe('5 seconds');
    advance(3000);
    expect(title()).toBe('App Not Opening?');
    setVisibility('hidden');
    setVisibility('visible');
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test.each(['visible', 'hidden'] as const)(
    'unmounting the page while its tab is %s removes its timers and listeners',
    (state) => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      const { unmount } = show();
      opened.mockReset();
      unmount();
      setVisibility('visible');
      expect(opened).not.toHaveBeenCalled();
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  test('the countdown follows the clock even if the browser throttles timers', () => {
    show();
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 2400);
    advance(1000);
    expect(countdown()).toBe('3 seconds');
    jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    setVisibility('visible');
    expect(title()).toBe('App Not Opening?');
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('§4, §8 the page says that a link is invalid, and does not open the app', () => {
  const { container } = show('?userId=u1%0D%0Aevil&secret=s1');
  expect(container.querySelector('svg.circles.apart')).not.toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(
    'Verification Link Invalid — This verification link appears to be invalid or has already been used.',
  );
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', SUPPORT);
  expect(screen.getByText(/“Open in browser”, .*open the link in our email.* write to us at/)).toBeVisible();
  advance(60_000);
  expect(opened).not.toHaveBeenCalled();
  expect(screen.queryByRole('button')).toBeNull();
  expect(location.search).toBe('');
  expect(document.title).toBe('Verification Link Invalid · MiCora');
});
