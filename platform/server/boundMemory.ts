/** An allocation that counts towards the memory limit. */
export interface Held {
  /** Enlarges the allocation. Beyond the limit, this evicts allocations, possibly this one. */
  add: (bytes: number) => void;
  /** Protects the allocation from eviction. It still counts towards the limit. */
  keep: () => void;
  /** Frees the allocation, which then no longer counts towards the limit. */
  release: () => void;
}

interface Allocation {
  bytes: number;
  evict: () => void;
}

/** The evictable allocations of one visitor. */
interface Share {
  bytes: number;
  /** The allocations, oldest first. Empty allocations are not listed. */
  allocations: Set<Allocation>;
}

/**
 * Limits the memory that is held for all visitors together. Beyond the limit it evicts the oldest allocation of the visitor
 * who holds the most, so a heavy visitor cannot push out a light one.
 *
 * @param limit bytes
 */
export function boundMemory(limit: number) {
  let total = 0;
  const shares = new Map<string, Share>();

  /** @param onEvict called at most once, after the allocation has been freed */
  return function hold(visitor: string, onEvict: () => void): Held {
    let isHeld = true;
    let isKept = false;
    const allocation: Allocation = {
      bytes: 0,
      evict() {
        release();
        onEvict();
      },
    };
    return {
      add(bytes) {
        if (!isHeld) return;
        allocation.bytes += bytes;
        total += bytes;
        if (!isKept) {
          const share = shares.get(visitor) ?? { bytes: 0, allocations: new Set() };
          shares.set(visitor, share);
          share.allocations.add(allocation);
          share.bytes += bytes;
        }
        while (exceedsLimit()) {
          const victim = findVictim();
          if (!victim) break;
          victim.evict();
        }
      },
      keep() {
        if (!isHeld || isKept) return;
        leaveShare();
        isKept = true;
      },
      release,
    };

    function exceedsLimit(): boolean {
      return isHeld && total > limit;
    }

    function release(): void {
      if (!isHeld) return;
      isHeld = false;
      total -= allocation.bytes;
      leaveShare();
    }

    function leaveShare(): void {
      const share = shares.get(visitor);
      if (!share?.allocations.delete(allocation)) return;
      share.bytes -= allocation.bytes;
      if (share.allocations.size === 0) shares.delete(visitor);
    }
  };

  function findVictim(): Allocation | undefined {
    let largest: Share | undefined;
    for (const share of shares.values()) {
      if (share.bytes > (largest?.bytes ?? 0)) largest = share;
    }
    const [oldest] = largest?.allocations ?? [];
    return oldest;
  }
}

export type HoldMemory = ReturnType<typeof boundMemory>;
