import type { Page } from '@playwright/test';
import { painted } from './painted';

/**
 * Watches a page's layout from when it is opened next.
 *
 * @returns what gives how much has shifted since it was last called, once all that is there is painted
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
