import { useEffect, useEffectEvent, useState } from 'react';

const SECOND = 1000;

/** What the countdown begins with (§9). Seconds. */
const FROM = 5;

/** When it ends, because the page changes to the manual state then (§4, §9). Milliseconds. */
const END = 3 * SECOND;

/**
 * Counts down while the app is being opened (§4). It reads the clock instead of counting its own ticks, which
 * browsers hold back in tabs that are not seen.
 *
 * @param running whether it counts; when this becomes false it stops where it is
 * @param onEnd is called after three seconds
 * @returns the seconds to show: 5, 4, 3
 */
export function useCountdown(running: boolean, onEnd: () => void): number {
  const [passed, setPassed] = useState(0);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!running) return;
    const start = performance.now();
    let timer = setTimeout(tick, SECOND);

    function tick() {
      clearTimeout(timer);
      const elapsed = performance.now() - start;
      if (elapsed >= END) return end();
      const seconds = Math.floor(elapsed / SECOND);
      setPassed(seconds);
      timer = setTimeout(tick, (seconds + 1) * SECOND - elapsed);
    }

    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [running]);

  return FROM - passed;
}
