import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** How long each picture is shown, in milliseconds. */
const TURN = 7000;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Cycles through pictures (§4). A picture starts to load when its turn begins, and is shown once it has been decoded. A
 * click on Pause stops the cycle until a click on Play. The cycle also waits while the tab is hidden, while `frame` is
 * scrolled out of view, while the pointer is over `frame`, and while a link in `frame` has the focus. There is no cycle
 * before hydration, if the visitor prefers reduced motion, or if there are fewer than two pictures.
 *
 * @param frame the element whose first child contains the pictures, in order
 * @param count the number of pictures
 * @returns `shown`: the index of the current picture; `loaded`: the number of pictures that are loaded or loading;
 *   `control`: the name of the button to show, or undefined if there is no cycle; `toggle`: the button's click handler
 */
export function useRotation(frame: RefObject<HTMLElement | null>, count: number) {
  const [shown, setShown] = useState(0);
  const [turn, setTurn] = useState({ coming: 0, loaded: 1 });
  const [isPaused, setPaused] = useState(false);
  const isMoving = useSyncExternalStore(watchMotion, allowsMotion, () => false) && count > 1;

  useEffect(() => {
    if (!isMoving || isPaused) return undefined;
    const timer = setInterval(() => {
      if (!frame.current || isOnHold(frame.current)) return;
      setTurn(({ coming, loaded }) => {
        const next = (coming + 1) % count;
        return { coming: next, loaded: Math.max(loaded, next + 1) };
      });
    }, TURN);
    return () => clearInterval(timer);
  }, [frame, count, isMoving, isPaused]);

  const { coming, loaded } = turn;
  useEffect(() => {
    let isNext = true;
    const picture = frame.current?.firstElementChild?.children[coming]?.querySelector('img');
    // If a picture cannot be decoded, the previous picture stays until the next turn.
    void picture?.decode().then(
      () => isNext && setShown(coming),
      () => undefined,
    );
    return () => void (isNext = false);
  }, [frame, coming]);

  const control: 'Pause' | 'Play' | undefined = isMoving ? (isPaused ? 'Play' : 'Pause') : undefined;
  return { shown, loaded, control, toggle: () => setPaused(!isPaused) };
}

function isOnHold(frame: HTMLElement): boolean {
  const hasFocus = frame.contains(document.activeElement) && document.activeElement?.matches('a');
  return document.hidden || hasFocus || frame.matches(':hover') || frame.getBoundingClientRect().bottom < 0;
}

function allowsMotion(): boolean {
  return !matchMedia(REDUCED_MOTION).matches;
}

function watchMotion(onChange: () => void) {
  const setting = matchMedia(REDUCED_MOTION);
  setting.addEventListener('change', onChange);
  return () => setting.removeEventListener('change', onChange);
}
