import type { TakePlace } from './openPlaces';
import type { Answer, Failure } from './receiveAnswer';

/** For how long an answer serves whoever asks the same. Milliseconds. */
const KEPT = 1000;

/** Too many requests: of the one who has asked, and nobody else. */
const TOO_MANY = 429;

interface Read {
  visitor: string;
  outcome: Promise<Answer | Failure>;
}

interface ShareOptions {
  takePlace: TakePlace;
  /** How long a read may wait for a place. Milliseconds. */
  wait: number;
}

export interface Asker {
  /** Whose places and limits the read counts against, if it is made. */
  visitor: string;
  /** Aborted when the visitor has left. */
  gone: AbortSignal;
}

/**
 * Makes equal reads that are under way one read. It counts against the visitor who asked first, and all who have asked
 * meanwhile get its answer; a 200 also those who ask within the next second. A 429 is only for the visitor whose read
 * it was: others ask themselves. A place is taken until the answer has been received. A read that waits for its place is
 * not joined, since its visitor may have to wait for longer than others; once one of them is under way, all get its answer.
 */
export function shareReads({ takePlace, wait }: ShareOptions) {
  /** Under way, or answered a moment ago; by what is asked. */
  const reads = new Map<string, Read>();
  /** Wakes those who wait for a place, by what they ask. */
  const waiting = new Map<string, { wake: AbortController; count: number }>();

  async function waitForPlace(key: string, { visitor, gone }: Asker, limit: number) {
    const queue = waiting.get(key) ?? { wake: new AbortController(), count: 0 };
    waiting.set(key, queue);
    queue.count += 1;
    const place = await takePlace(visitor, limit, AbortSignal.any([gone, queue.wake.signal]));
    queue.count -= 1;
    if (queue.count === 0 && waiting.get(key) === queue) waiting.delete(key);
    return place;
  }

  function begin(key: string, visitor: string, ask: () => Promise<Answer | Failure>): Read {
    const read: Read = { visitor, outcome: ask().then(settle) };
    reads.set(key, read);
    waiting.get(key)?.wake.abort();
    waiting.delete(key);
    return read;

    function settle(outcome: Answer | Failure): Answer | Failure {
      const forget = () => {
        if (reads.get(key) === read) reads.delete(key);
      };
      if (typeof outcome === 'string') {
        forget();
        return outcome;
      }
      if (outcome.status !== 200) forget();
      const giveBack = outcome.lend(forget);
      setTimeout(() => {
        forget();
        giveBack();
      }, KEPT).unref();
      return outcome;
    }
  }

  /**
   * @param key what is asked: equal reads have the same
   * @param ask asks the backend
   */
  return async function read(
    key: string,
    asker: Asker,
    ask: () => Promise<Answer | Failure>,
  ): Promise<Answer | Failure> {
    const end = performance.now() + wait;
    const hasLeft = () => asker.gone.aborted;
    while (!hasLeft()) {
      const known = reads.get(key);
      if (known) {
        const outcome = await known.outcome;
        const isOthers = known.visitor !== asker.visitor;
        if (isOthers && typeof outcome !== 'string' && outcome.status === TOO_MANY) continue;
        return outcome;
      }
      const limit = end - performance.now();
      if (limit <= 0) break;
      const leavePlace = await waitForPlace(key, asker, limit);
      if (reads.has(key) || hasLeft()) leavePlace?.();
      else if (leavePlace) return begin(key, asker.visitor, () => ask().finally(leavePlace)).outcome;
    }
    return 'busy';
  };
}
