import { afterEach } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { listWith } from '../store/listWith';
import type { Store } from '../store/Store';

/** The pause before and after a jump, in milliseconds: longer than the resolution of a file system's timestamps. */
const GRAIN = 10;

const RealDate = Date;
const realNow = performance.now.bind(performance);

afterEach(() => {
  globalThis.Date = RealDate;
  performance.now = realNow;
});

/** Replaces `Date` and `performance.now` with a clock that the test controls, until the test ends. */
export function simulatedClock() {
  const jumps = [{ since: -Infinity, offset: 0 }];
  const simulated = (real: number) => real + (jumps.findLast(({ since }) => since <= real)?.offset ?? 0);
  class SimulatedDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      super(given[0] ?? SimulatedDate.now());
    }
    static override now(): number {
      return simulated(RealDate.now());
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  let passed = 0;
  performance.now = () => realNow() + passed;
  async function jump(by: number): Promise<void> {
    await pause(GRAIN);
    jumps.push({ since: RealDate.now(), offset: (jumps.at(-1)?.offset ?? 0) + by });
    await pause(GRAIN);
  }
  return {
    /**
     * Changes only the time that `Date` returns, as if somebody had set the clock.
     *
     * @param by milliseconds; may be negative
     */
    jump,
    /** Lets time pass for both `Date` and `performance.now`. @param by milliseconds */
    async pass(by: number): Promise<void> {
      passed += by;
      await jump(by);
    },
    /** Wraps a `directoryStore` so that the modification times of its files follow the simulated clock. */
    storeOf: (store: Store): Store => ({
      ...store,
      list: listWith(
        (folder) => store.list(folder),
        async (folder) =>
          (await store.list(folder, { deep: true })).map((file) => ({
            ...file,
            modified: new RealDate(simulated(file.modified.getTime())),
          })),
      ),
    }),
  };
}
