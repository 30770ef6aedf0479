import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '@site/shared/testing/renderAt';
import { sampleProject } from '../../testing/sampleProject';
import { toCard } from '../../projects/toCard';
import { Hero } from './Hero';

const TURN = 7000;
const advance = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

function show(...titles: string[]) {
  const projects = titles.map((title) => toCard(sampleProject({ id: title.toLowerCase(), title })));
  const { container } = renderAt('/', [{ path: '/', element: <Hero covers={projects} /> }]);
  return container;
}

const link = () => screen.getByRole('link', { name: /^(?:One|Two|Three)$/ });
const shown = () => link().textContent;
const button = (name: string) => screen.getByRole('button', { name });
const covers = (container: HTMLElement) => container.querySelectorAll('img').length;

/** Makes every element match `:hover`, because jsdom has no pointer. */
function hover() {
  const matches = Reflect.get(Element.prototype, 'matches') as (this: Element, selector: string) => boolean;
  return jest.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':hover' || matches.call(this, selector);
  });
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('§4 hero covers', () => {
  test('are shown in turn, each with its name and link, and start again after the last', async () => {
    show('One', 'Two');
    expect(link()).toHaveAttribute('href', '/projects/one');
    await advance(TURN);
    expect(screen.getByRole('link', { name: 'Two' })).toHaveAttribute('href', '/projects/two');
    await advance(TURN);
    expect(shown()).toBe('One');
  });

  test('the first cover loads with high priority', () => {
    const container = show('One', 'Two');
    expect(container.querySelector('img')).toHaveAttribute('fetchpriority', 'high');
  });

  test('no cover loads before it is due to be shown', async () => {
    const container = show('One', 'Two', 'Three');
    expect(covers(container)).toBe(1);
    await advance(TURN);
    expect(covers(container)).toBe(2);
    await advance(TURN);
    expect(covers(container)).toBe(3);
  });

  test('a cover is not shown until it has been decoded', async () => {
    const container = show('One', 'Two');
    let finishDecoding: () => void = () => undefined;
    jest
      .spyOn(HTMLImageElement.prototype, 'decode')
      .mockReturnValueOnce(new Promise((resolve) => (finishDecoding = resolve)));
    await advance(TURN);
    expect([shown(), covers(container)]).toEqual(['One', 2]);
    finishDecoding();
    await advance(0);
    expect(shown()).toBe('Two');
  });

  test('a cover that cannot be decoded is skipped', async () => {
    const container = show('One', 'Two', 'Three');
    jest
      .spyOn(HTMLImageElement.prototype, 'decode')
      .mockRejectedValueOnce(new DOMException('', 'EncodingError'));
    await advance(TURN);
    expect([shown(), covers(container)]).toEqual(['One', 2]);
    await advance(TURN);
    expect(shown()).toBe('Three');
  });

  test('the Pause button stops the cycle of covers, and the Play button continues it', async () => {
    show('One', 'Two');
    fireEvent.click(button('Pause'));
    await advance(3 * TURN);
    expect(shown()).toBe('One');
    fireEvent.click(button('Play'));
    await advance(TURN);
    expect(shown()).toBe('Two');
    expect(button('Pause')).toBeVisible();
  });

  test('the covers stop changing while their link has the focus', async () => {
    show('One', 'Two');
    act(() => link().focus());
    await advance(3 * TURN);
    expect(shown()).toBe('One');
    act(() => button('Pause').focus());
    await advance(TURN);
    expect(shown()).toBe('Two');
  });

  test.each([
    ['the visitor points at the cover', hover],
    ['the tab is hidden', () => jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
    [
      'the covers are scrolled out of view',
      () => jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: -1 } as DOMRect),
    ],
  ])('the covers stop changing while %s', async (_what, mockState) => {
    const container = show('One', 'Two');
    const state = mockState();
    await advance(2 * TURN);
    expect([shown(), covers(container)]).toEqual(['One', 1]);
    state.mockRestore();
    await advance(TURN);
    expect(shown()).toBe('Two');
  });

  test('with reduced motion, the covers do not change and there is no button', async () => {
    const setting = Object.assign(new EventTarget(), { matches: true });
    jest.spyOn(window, 'matchMedia').mockReturnValue(setting as MediaQueryList);
    show('One', 'Two');
    await advance(3 * TURN);
    expect(shown()).toBe('One');
    expect(screen.queryByRole('button')).toBeNull();
    setting.matches = false;
    act(() => void setting.dispatchEvent(new Event('change')));
    await advance(TURN);
    expect(shown()).toBe('Two');
  });

  test('a single cover has no button', async () => {
    show('One');
    await advance(2 * TURN);
    expect(shown()).toBe('One');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
