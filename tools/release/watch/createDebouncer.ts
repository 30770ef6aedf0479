/** Waits for something that may be told at any time, and in bursts. */
export interface Debouncer {
  /** Tells that it has happened. */
  trigger: () => void;
  /**
   * Waits until it is triggered, or has been since it last settled; at most the limit, milliseconds.
   *
   * @returns whether it has been triggered
   */
  waitForTrigger: (limit: number) => Promise<boolean>;
  /**
   * Forgets that it was triggered, if it was, as soon as it has not been again for a while, milliseconds; after ten
   * times as long in any case.
   */
  settle: (period: number) => Promise<void>;
}

/** @param signal triggers it, too */
export function createDebouncer(signal: AbortSignal): Debouncer {
  let isTriggered = false;
  let wake: () => void = () => undefined;
  const trigger = (): void => {
    isTriggered = true;
    wake();
  };
  signal.addEventListener('abort', trigger);

  function wait(limit: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limit);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  return {
    trigger,
    async waitForTrigger(limit) {
      if (!isTriggered) await wait(limit);
      return isTriggered;
    },
    async settle(period) {
      const end = Date.now() + 10 * period;
      while (isTriggered && !signal.aborted && Date.now() < end) {
        isTriggered = false;
        await wait(period);
      }
      isTriggered = false;
    },
  };
}
