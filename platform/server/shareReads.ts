import type { TakePlace } from './openPlaces';
import type { Answer, Failure } from './receiveAnswer';

/** How long a response is reused for identical reads, in milliseconds. */
const KEPT = 1000;

/** The HTTP status that is meant only for the visitor who exceeded a limit. */
const TOO_MANY = 429;

interface Read {
  visitor: string;
  outcome: Promise<Answer | Failure>;
}

interface ShareOptions {
  takePlace: TakePlace;
  /** How long a read may wait before it is sent, in milliseconds. */
  wait: number;
}

export interface Asker {
  /** The visitor whose limits the read counts against. */
  visitor: string;
  /** Aborts when the visitor disconnects. */
  gone: AbortSignal;
}

/**
 * Merges identical concurrent reads into one. The merged read counts against the first visitor, and occupies a place (see
 * `openPlaces`) until the response has been received. Every visitor who sends the read meanwhile gets the same response.
 * A 200 is also reused for a second.
 *
 * - A 429 is not shared. It concerns the first visitor only, so the read is sent again for the others.
 * - A read that waits for a place is not shared, because its visitor may have to wait longer than others. Once one of
 *   several identical reads starts, the others stop waiting and share its response.
 */
export function shareReads({ takePlace, wait }: ShareOptions) {
  /** Reads in progress or answered within the last second, by key. */
  const reads = new Map<string, Read>();
  /** The waiting reads, counted by key. Aborting `wake` wakes all reads of a key. */
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
   * @param key the same for identical reads
   * @param ask sends the read to the backend
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
        const isFromOther = known.visitor !== asker.visitor;
        if (isFromOther && typeof outcome !== 'string' && outcome.status === TOO_MANY) continue;
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
