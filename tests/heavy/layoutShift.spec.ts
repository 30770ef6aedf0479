import type { Page } from '@playwright/test';
import { hydrated } from '../browser/hydrated';
import { projectRecords } from '../browser/projectRecords';
import { expect, test } from '../browser/test';

/** How late pictures and fonts are. Milliseconds. */
const LATE = 600;

const PAGES = {
  'the studio': ['/', '/projects', '/about', '/contact', '/privacy', 'a project'],
  MiCora: ['/micora', '/micora/tos', '/micora/delete', '/micora/verification'],
};

const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);

for (const width of [390, 1440]) {
  test.describe(`Speed: nothing shifts at ${width} px, with late pictures and fonts`, () => {
    test.use({ viewport: { width, height: 900 } });

    let held = 0;

    test.beforeEach(async ({ page }) => {
      await page.route(/\.(?:woff2|avif|jpe?g|png|webp)(?:\?|$)/, async (route) => {
        held += 1;
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

    for (const [part, paths] of Object.entries(PAGES)) {
      test(`on every page of ${part}`, async ({ page }) => {
        const [record] = await projectRecords();
        for (const path of paths) {
          held = 0;
          await page.goto(path === 'a project' ? `/projects/${record?.id}` : path);
          await hydrated(page);
          await page.waitForLoadState('networkidle');
          await page.waitForTimeout(LATE);
          const isLate = held > 0;
          expect({ path, isLate, shifts: await shifts(page) }).toEqual({ path, isLate: true, shifts: [] });
        }
      });
    }

    test('on a list that is filtered by its address', async ({ page }) => {
      const category = (await projectRecords()).at(-1)?.category ?? '';
      await page.goto(`/projects?category=${encodeURIComponent(category)}`);
      await expect(page.getByRole('button', { name: category, pressed: true })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(LATE);
      expect(await shifts(page)).toEqual([]);
    });

    test('on a project that the list leads to, and that is answered late', async ({ page }) => {
      const record = (await projectRecords()).find(({ images }) => images.length > 1);
      await page.goto('/projects');
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await page.route('**/api/collections/projects/records?filter*', async (route) => {
        // Later than what counts as caused by the click.
        await new Promise((done) => setTimeout(done, 2 * LATE));
        await route.continue();
      });
      await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
      await expect(page.getByTestId('skeleton')).toBeAttached();
      await expect(page.getByRole('heading', { name: 'About this project' })).toBeAttached();
      await page.waitForTimeout(LATE);
      expect(await shifts(page)).toEqual([]);
    });

    test('on a home page that a move leads to, and whose selected work is answered late', async ({
      page,
    }) => {
      await page.goto('/about');
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await page.route('**/api/collections/projects/records?page*', async (route) => {
        // Later than what counts as caused by the click.
        await new Promise((done) => setTimeout(done, 2 * LATE));
        await route.continue();
      });
      await page.getByRole('link', { name: 'Digital Studio' }).first().click();
      const work = page.getByRole('region', { name: 'Selected work' });
      await expect(work.getByRole('heading', { level: 2 })).toBeAttached();
      await expect(work.getByRole('article')).toHaveCount(0);
      await expect(work.getByRole('article')).toHaveCount(4);
      await page.waitForTimeout(LATE);
      expect(await shifts(page)).toEqual([]);
    });

    for (const path of ['/contact', '/micora/delete']) {
      test.describe('', () => {
        test.use({ expectedNoise: [/status of 500|^status 500/] });
        test(`when the form of ${path} is answered late, with 200 or 500`, async ({ page }) => {
          let status = 200;
          await page.route('**/api/collections/*/records', async (route) => {
            if (route.request().method() !== 'POST') return route.continue();
            // Later than what counts as caused by the click.
            await new Promise((done) => setTimeout(done, 2 * LATE));
            await route.fulfill({ status, json: { status, message: '', data: {} } });
          });
          for (status of [200, 500]) {
            await page.goto(path);
            await hydrated(page);
            for (const label of ['Full name', 'Project details']) {
              if (path === '/contact') await page.getByLabel(label).fill('Ada');
            }
            for (const field of await page.getByLabel(/email/i).all()) await field.fill('ada@example.com');
            if (path !== '/contact') await page.getByRole('checkbox').check();
            await page.waitForTimeout(LATE);
            await page.evaluate(() => Object.assign(window, { shifts: [] }));
            await page.getByRole('button', { name: /Send|Request/ }).click();
            const notice = status === 200 ? /^✅|^Request Submitted/ : /^❌|^Submission Failed/;
            await expect(page.getByText(notice)).toBeVisible();
            await page.waitForTimeout(LATE);
            expect({ status, shifts: await shifts(page) }).toEqual({ status, shifts: [] });
          }
        });
      });
    }
  });
}
