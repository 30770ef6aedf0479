import type { Page } from '@playwright/test';
import { painted } from './painted';

/**
 * Records the layout shifts in each document that a page loads from now on.
 *
 * @returns a function that waits for pending paints, and returns the current document's shifts since the last call
 */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await painted(page);
    return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.splice(0));
  };
}
