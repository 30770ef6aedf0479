import { useState, type PointerEvent } from 'react';

/** The minimum distance of a swipe, in CSS pixels. */
const SWIPE = 40;

/** The distance, in CSS pixels, below which a movement counts as a press. */
const PRESS = 5;

/**
 * Returns pointer handlers for an element that can be swiped sideways or pressed.
 *
 * @param turn called with 1 after a swipe to the left, and with -1 after a swipe to the right
 * @param press called after a press
 */
export function useSwipe(turn: (by: 1 | -1) => void, press?: () => void) {
  const [start, setStart] = useState<number>();
  return {
    onPointerDown: ({ button, clientX }: PointerEvent) => setStart(button ? undefined : clientX),
    onPointerCancel: () => setStart(undefined),
    onPointerUp({ clientX }: PointerEvent) {
      setStart(undefined);
      if (start === undefined) return;
      const distance = clientX - start;
      if (Math.abs(distance) >= SWIPE) turn(distance > 0 ? -1 : 1);
      else if (Math.abs(distance) < PRESS) press?.();
    },
  };
}
