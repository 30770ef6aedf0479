import { describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { PointerEvent } from 'react';
import { useSwipe } from './useSwipe';

/** Moves a pointer sideways over what is swiped, and tells what came of it. */
function swipe(distance: number, button = 0) {
  const [turn, press] = [jest.fn(), jest.fn()];
  const { result } = renderHook(() => useSwipe(turn, press));
  act(() => result.current.onPointerDown({ button, clientX: 100 } as PointerEvent));
  act(() => result.current.onPointerUp({ clientX: 100 + distance } as PointerEvent));
  return { turn, press, handlers: result.current };
}

describe('§2 the gallery', () => {
  test.each([
    ['40 px to the left turn to the next picture', -40, [[1]], 0],
    ['40 px to the right to the one before', 40, [[-1]], 0],
    ['39 px to neither', 39, [], 0],
    ['5 px are no press', 5, [], 0],
    ['4 px are one', -4, [], 1],
  ])('%s', (_, distance, turns, presses) => {
    const { turn, press } = swipe(distance);
    expect(turn.mock.calls).toEqual(turns);
    expect(press).toHaveBeenCalledTimes(presses);
  });

  test('another button of the mouse does nothing', () => {
    const { turn, press } = swipe(-40, 2);
    expect([turn, press].flatMap((called) => called.mock.calls)).toEqual([]);
  });

  test('a swipe ends with the pointer: what is only let go is none', () => {
    const { turn, handlers } = swipe(-40);
    act(() => handlers.onPointerUp({ clientX: 0 } as PointerEvent));
    expect(turn).toHaveBeenCalledTimes(1);
  });

  test('where nothing is to be pressed, a press does nothing', () => {
    const { result } = renderHook(() => useSwipe(jest.fn()));
    act(() => result.current.onPointerDown({ button: 0, clientX: 0 } as PointerEvent));
    expect(() => act(() => result.current.onPointerUp({ clientX: 0 } as PointerEvent))).not.toThrow();
  });
});
