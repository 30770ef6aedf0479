import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '@site/shared/testing/renderAt';
import { sampleProject } from '../../testing/sampleProject';
import { toCard } from '../projects/toCard';
import { Hero } from './Hero';

const TURN = 7000;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

function show(...titles: string[]) {
  const projects = titles.map((title) => toCard(sampleProject({ id: title.toLowerCase(), title })));
  const { container } = renderAt('/', [{ path: '/', element: <Hero covers={projects} /> }]);
  return container;
}

const link = () => screen.getByRole('link', { name: /^(?:One|Two|Three)$/ });
const shown = () => link().textContent;
const button = (name: string) => screen.getByRole('button', { name });
const covers = (container: HTMLElement) => container.querySelectorAll('img').length;

/** jsdom has no pointer. */
function pointAtThem() {
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

describe('§2 the covers of the hero', () => {
  test('take turns, each with its name and link, and go round', async () => {
    show('One', 'Two');
    expect(link()).toHaveAttribute('href', '/projects/one');
    await pass(TURN);
    expect(screen.getByRole('link', { name: 'Two' })).toHaveAttribute('href', '/projects/two');
    await pass(TURN);
    expect(shown()).toBe('One');
  });

  test('load at their turn, the first one with high priority', async () => {
    const container = show('One', 'Two', 'Three');
    expect(container.querySelector('img')).toHaveAttribute('fetchpriority', 'high');
    expect(covers(container)).toBe(1);
    await pass(TURN);
    expect(covers(container)).toBe(2);
    await pass(TURN);
    expect(covers(container)).toBe(3);
  });

  test('are shown once they can be painted; one that cannot be shown loses its turn', async () => {
    const container = show('One', 'Two', 'Three');
    const decode = jest.spyOn(HTMLImageElement.prototype, 'decode');
    decode.mockRejectedValueOnce(new DOMException('', 'EncodingError'));
    await pass(TURN);
    expect([shown(), covers(container)]).toEqual(['One', 2]);
    let paint: () => void = () => undefined;
    decode.mockReturnValueOnce(new Promise((resolve) => (paint = resolve)));
    await pass(TURN);
    expect([shown(), covers(container)]).toEqual(['One', 3]);
    paint();
    await pass(0);
    expect(shown()).toBe('Three');
  });

  test('stand still from Pause to Play', async () => {
    show('One', 'Two');
    fireEvent.click(button('Pause'));
    await pass(3 * TURN);
    expect(shown()).toBe('One');
    fireEvent.click(button('Play'));
    await pass(TURN);
    expect(shown()).toBe('Two');
    expect(button('Pause')).toBeVisible();
  });

  test('stand still while their link has the focus', async () => {
    show('One', 'Two');
    act(() => link().focus());
    await pass(3 * TURN);
    expect(shown()).toBe('One');
    act(() => button('Pause').focus());
    await pass(TURN);
    expect(shown()).toBe('Two');
  });

  test.each([
    ['the visitor points at them', pointAtThem],
    ['they are in another tab', () => jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
    [
      'they are scrolled away',
      () => jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: -1 } as DOMRect),
    ],
  ])('stand still while %s', async (_what, hold) => {
    const container = show('One', 'Two');
    const held = hold();
    await pass(2 * TURN);
    expect([shown(), covers(container)]).toEqual(['One', 1]);
    held.mockRestore();
    await pass(TURN);
    expect(shown()).toBe('Two');
  });

  test('stand still where motion is reduced, and have no button then', async () => {
    const setting = Object.assign(new EventTarget(), { matches: true });
    jest.spyOn(window, 'matchMedia').mockReturnValue(setting as MediaQueryList);
    show('One', 'Two');
    await pass(3 * TURN);
    expect(shown()).toBe('One');
    expect(screen.queryByRole('button')).toBeNull();
    setting.matches = false;
    act(() => void setting.dispatchEvent(new Event('change')));
    await pass(TURN);
    expect(shown()).toBe('Two');
  });

  test('have no button if there is one alone', async () => {
    show('One');
    await pass(2 * TURN);
    expect(shown()).toBe('One');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
