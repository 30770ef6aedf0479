/** A call runs only while it occupies a place, so the number of places limits how many calls run at once. */
export interface PlaceLimits {
  /** The number of places for all visitors together. */
  total: number;
  /** The maximum number of places that one visitor may occupy. */
  perVisitor: number;
}

/** Gives back the place that a call occupies. */
export type LeavePlace = () => void;

/** The calls of one visitor. */
interface Calls {
  /** How many of the calls occupy a place. */
  running: number;
  /** One function for each waiting call, oldest first. Calling the function gives the call a place. */
  waiting: Set<() => void>;
}

/** A waiting call, and the visitor who makes it. */
interface Turn {
  visitor: string;
  calls: Calls;
  accept: () => void;
}

/**
 * Limits how many calls run at once. A free place goes to the waiting visitors in turn, so a visitor with many calls does
 * not hold up the others.
 */
export function openPlaces({ total, perVisitor }: PlaceLimits) {
  let taken = 0;
  /** Each visitor's calls, in the order of the visitors' turns. A visitor who gets a place moves to the end. */
  const visitors = new Map<string, Calls>();

  function giveFreePlaces(): void {
    while (taken < total) {
      const turn = findTurn();
      if (!turn) return;
      givePlace(turn);
    }
  }

  /** The oldest waiting call of the first visitor who is allowed another place. */
  function findTurn(): Turn | undefined {
    for (const [visitor, calls] of visitors) {
      const [accept] = calls.waiting;
      if (accept && calls.running < perVisitor) return { visitor, calls, accept };
    }
    return undefined;
  }

  function givePlace({ visitor, calls, accept }: Turn): void {
    taken += 1;
    calls.running += 1;
    calls.waiting.delete(accept);
    // Moves this visitor to the end of the queue.
    visitors.delete(visitor);
    visitors.set(visitor, calls);
    accept();
  }

  function leavePlace(visitor: string, calls: Calls): void {
    taken -= 1;
    calls.running -= 1;
    forgetIdle(visitor, calls);
    giveFreePlaces();
  }

  function forgetIdle(visitor: string, { running, waiting }: Calls): void {
    if (running === 0 && waiting.size === 0) visitors.delete(visitor);
  }

  /** @returns whether the call got a place before the time limit, and before the signal aborted */
  function waitForPlace(
    visitor: string,
    calls: Calls,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    return new Promise((decide) => {
      const settle = (isGiven: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        decide(isGiven);
      };
      const accept = () => settle(true);
      const giveUp = () => {
        calls.waiting.delete(accept);
        forgetIdle(visitor, calls);
        settle(false);
      };
      const timer = setTimeout(giveUp, limit);
      signal?.addEventListener('abort', giveUp);
      calls.waiting.add(accept);
      if (signal?.aborted) giveUp();
      else giveFreePlaces();
    });
  }

  /**
   * Takes a place, or waits for one.
   *
   * @param limit the maximum wait in milliseconds
   * @param signal cancels the wait
   * @returns a function that gives the place back; undefined if the wait ended without a place
   */
  return async function take(
    visitor: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<LeavePlace | undefined> {
    const calls = visitors.get(visitor) ?? { running: 0, waiting: new Set() };
    visitors.set(visitor, calls);
    if (!(await waitForPlace(visitor, calls, limit, signal))) return undefined;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      leavePlace(visitor, calls);
    };
  };
}

export type TakePlace = ReturnType<typeof openPlaces>;
