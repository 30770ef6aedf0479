/** Something that is held in memory. */
export interface Held {
  /** Counts more bytes. It may be given up at once. */
  add: (bytes: number) => void;
  /** From now on it is not given up. It still counts. */
  keep: () => void;
  /** It is no longer held. */
  release: () => void;
}

interface Thing {
  bytes: number;
  giveUp: () => void;
}

/** What can be given up of one visitor. */
interface Heap {
  bytes: number;
  /** The oldest first; what has no bytes is not among them. */
  things: Set<Thing>;
}

/**
 * Bounds what is held in memory for all visitors together. If there is no room for more, something is given up: of the
 * visitor who holds the most, what has been held for the longest. So a visitor who holds little is safe from one who
 * holds much.
 *
 * @param limit bytes
 */
export function boundMemory(limit: number) {
  let total = 0;
  const heaps = new Map<string, Heap>();

  /** @param giveUp called at most once, if there is no room; what is given up counts no longer */
  return function hold(visitor: string, giveUp: () => void): Held {
    let isHeld = true;
    let isKept = false;
    const thing: Thing = {
      bytes: 0,
      giveUp() {
        release();
        giveUp();
      },
    };
    return {
      add(bytes) {
        if (!isHeld) return;
        thing.bytes += bytes;
        total += bytes;
        if (!isKept) {
          const heap = heaps.get(visitor) ?? { bytes: 0, things: new Set() };
          heaps.set(visitor, heap);
          heap.things.add(thing);
          heap.bytes += bytes;
        }
        while (isTooMuch()) {
          const victim = findVictim();
          if (!victim) break;
          victim.giveUp();
        }
      },
      keep() {
        if (!isHeld || isKept) return;
        leaveHeap();
        isKept = true;
      },
      release,
    };

    function isTooMuch(): boolean {
      return isHeld && total > limit;
    }

    function release(): void {
      if (!isHeld) return;
      isHeld = false;
      total -= thing.bytes;
      leaveHeap();
    }

    function leaveHeap(): void {
      const heap = heaps.get(visitor);
      if (!heap?.things.delete(thing)) return;
      heap.bytes -= thing.bytes;
      if (heap.things.size === 0) heaps.delete(visitor);
    }
  };

  function findVictim(): Thing | undefined {
    let largest: Heap | undefined;
    for (const heap of heaps.values()) if (heap.bytes > (largest?.bytes ?? 0)) largest = heap;
    const [oldest] = largest?.things ?? [];
    return oldest;
  }
}

export type HoldMemory = ReturnType<typeof boundMemory>;
