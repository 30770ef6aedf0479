import { useEffect, useEffectEvent, useState } from 'react';

const SECOND = 1000;

/** The first number that the countdown shows (§9), in seconds. */
const FROM = 5;

/** The time until the page shows the manual steps (§4, §9), in milliseconds. */
const END = 3 * SECOND;

/**
 * Counts down while the app is being opened (§4). The countdown reads the clock instead of counting timer calls, because
 * browsers throttle timers in hidden tabs.
 *
 * @param running whether the countdown runs. When it becomes false, the countdown stops at its current number
 * @param onEnd called after three seconds
 * @returns the seconds to show: 5, 4, then 3
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
