/** Something that can be rung at any time, and waited for. */
export interface Bell {
  ring: () => void;
  /**
   * Waits until it rings, or has been rung since it was last quiet; at most the limit, milliseconds.
   *
   * @returns whether it has been rung
   */
  rings: (limit: number) => Promise<boolean>;
  /**
   * Forgets that it was rung, if it was, as soon as it has not been rung again for a while, milliseconds; after ten
   * times as long in any case.
   */
  staysQuiet: (period: number) => Promise<void>;
}

/**
 * Makes a bell.
 *
 * @param signal rings it, too
 */
export function createBell(signal: AbortSignal): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  signal.addEventListener('abort', ring);

  function wait(limit: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limit);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  /** @returns whether it was rung */
  function forget(): boolean {
    const wasRung = isRung;
    isRung = false;
    return wasRung;
  }
  return {
    ring,
    async rings(limit) {
      if (!isRung) await wait(limit);
      return isRung;
    },
    async staysQuiet(period) {
      const end = Date.now() + 10 * period;
      while (forget() && !signal.aborted && Date.now() < end) await wait(period);
    },
  };
}
