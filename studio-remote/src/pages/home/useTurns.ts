import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** How long each is shown, milliseconds. */
const TURN = 7000;

const STILL = '(prefers-reduced-motion: reduce)';

/**
 * Lets pictures take turns, endlessly. The next one begins to load at its turn, and is shown once it can be painted. They
 * stand still while the visitor has paused them, points at them, has the focus on a link in them, has scrolled past them
 * or is in another tab, and always where motion is reduced or scripts have not run.
 *
 * @param frame its first child holds the pictures, in their order
 * @returns which is `shown`, how many are `loaded` or loading, the name of the button that is needed, and what it does
 */
export function useTurns(frame: RefObject<HTMLElement | null>, count: number) {
  const [shown, setShown] = useState(0);
  const [turn, setTurn] = useState({ coming: 0, loaded: 1 });
  const [isPaused, setPaused] = useState(false);
  const moves = useSyncExternalStore(watchMotion, mayMove, () => false) && count > 1;

  useEffect(() => {
    if (!moves || isPaused) return undefined;
    const timer = setInterval(() => {
      if (!frame.current || isHeld(frame.current)) return;
      setTurn(({ coming, loaded }) => {
        const next = (coming + 1) % count;
        return { coming: next, loaded: Math.max(loaded, next + 1) };
      });
    }, TURN);
    return () => clearInterval(timer);
  }, [frame, count, moves, isPaused]);

  const { coming, loaded } = turn;
  useEffect(() => {
    let isNext = true;
    const picture = frame.current?.firstElementChild?.children[coming]?.querySelector('img');
    // One that cannot be shown loses its turn.
    void picture?.decode().then(
      () => isNext && setShown(coming),
      () => undefined,
    );
    return () => void (isNext = false);
  }, [frame, coming]);

  const control: 'Pause' | 'Play' | undefined = moves ? (isPaused ? 'Play' : 'Pause') : undefined;
  return { shown, loaded, control, toggle: () => setPaused(!isPaused) };
}

function isHeld(frame: HTMLElement): boolean {
  const hasFocus = frame.contains(document.activeElement) && document.activeElement?.matches('a');
  return document.hidden || hasFocus || frame.matches(':hover') || frame.getBoundingClientRect().bottom < 0;
}

function mayMove(): boolean {
  return !matchMedia(STILL).matches;
}

function watchMotion(changed: () => void) {
  const setting = matchMedia(STILL);
  setting.addEventListener('change', changed);
  return () => setting.removeEventListener('change', changed);
}
