import { hydrated } from '../hydrated';
import { projectRecords } from '../projectRecords';
import { expect, test } from '../test';

/** How late pictures and fonts are. Milliseconds. */
const LATE = 600;

for (const width of [390, 1440]) {
  test.describe(`Speed: nothing shifts at ${width} px, with late pictures and fonts`, () => {
    test.use({ viewport: { width, height: 900 } });

    test.beforeEach(async ({ page }) => {
      await page.route(/\.(?:woff2|jpe?g|png|webp)(?:\?|$)/, async (route) => {
        await new Promise((done) => setTimeout(done, LATE));
        await route.continue();
      });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
    });

    for (const path of [
      '/',
      '/projects',
      '/about',
      '/contact',
      '/micora',
      '/micora/tos',
      '/micora/delete',
      '/micora/verification',
      'a project',
    ]) {
      test(`on ${path}`, async ({ page }) => {
        const [record] = await projectRecords();
        await page.goto(path === 'a project' ? `/projects/${record?.id}` : path);
        await hydrated(page);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(LATE);
        expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
      });
    }
  });
}
