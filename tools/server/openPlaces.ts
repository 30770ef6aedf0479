export interface PlaceLimits {
  /** The number of places. */
  total: number;
  /** The number of places that one visitor may take. */
  perVisitor: number;
}

/** Gives a place back. */
export type LeavePlace = () => void;

interface Line {
  taken: number;
  waiting: Set<() => void>;
}

/**
 * Limits how many calls run at once. A free place goes to the waiting visitors in turn, so a visitor with many calls does
 * not hold up the others.
 */
export function openPlaces({ total, perVisitor }: PlaceLimits) {
  let taken = 0;
  /** The waiting lines by visitor. A visitor who gets a place moves to the end. */
  const lines = new Map<string, Line>();

  function giveNext(): void {
    for (const [visitor, line] of lines) {
      if (taken >= total) return;
      const [first] = line.waiting;
      if (!first || line.taken >= perVisitor) continue;
      line.waiting.delete(first);
      // The loop reaches this visitor again after all others.
      lines.delete(visitor);
      lines.set(visitor, line);
      line.taken += 1;
      taken += 1;
      first();
    }
  }

  function forgetIdle(visitor: string, line: Line): void {
    if (line.taken === 0 && line.waiting.size === 0) lines.delete(visitor);
  }

  /**
   * Takes a place, or waits for one.
   *
   * @param limit the longest wait in milliseconds
   * @param signal cancels the wait
   * @returns a function that gives the place back; undefined if the wait ended without a place
   */
  return async function take(
    visitor: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<LeavePlace | undefined> {
    const line = lines.get(visitor) ?? { taken: 0, waiting: new Set() };
    lines.set(visitor, line);
    const hasPlace = await new Promise<boolean>((decide) => {
      const settle = (isGiven: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        decide(isGiven);
      };
      const accept = () => settle(true);
      const giveUp = () => {
        line.waiting.delete(accept);
        forgetIdle(visitor, line);
        settle(false);
      };
      const timer = setTimeout(giveUp, limit);
      signal?.addEventListener('abort', giveUp);
      line.waiting.add(accept);
      if (signal?.aborted) giveUp();
      else giveNext();
    });
    if (!hasPlace) return undefined;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.taken -= 1;
      taken -= 1;
      forgetIdle(visitor, line);
      giveNext();
    };
  };
}

export type TakePlace = ReturnType<typeof openPlaces>;
