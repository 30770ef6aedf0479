import { useState, type PointerEvent } from 'react';

/** How far a pointer must travel sideways to turn to another picture, and how little to be a press. CSS pixels. */
const SWIPE = 40;
const PRESS = 5;

/** Handlers of an element that is swiped along (`turn` by 1 or -1) or pressed. */
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
