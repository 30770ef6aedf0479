import type { Page } from '@playwright/test';
import { openHydrated } from '../browser/openHydrated';
import { projectRecords } from '../browser/projectRecords';
import { expect, test } from '../browser/test';

/** How late pictures and fonts are. Milliseconds. */
const LATE = 600;

const PAGES = {
  'the studio': ['/', '/projects', '/about', '/contact', '/privacy', 'a project', 'a category'],
  MiCora: ['/micora', '/micora/tos', '/micora/delete', '/micora/verification'],
};

/** Expects that nothing has shifted, also of what is still to come. */
async function expectNoShifts(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(LATE);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect({ what, shifts }).toEqual({ what, shifts: [] });
}

/** Has calls of the backend answered later than what counts as caused by the click. */
async function answerLate(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    await new Promise((done) => setTimeout(done, 2 * LATE));
    await route.continue();
  });
}

for (const width of [390, 1440]) {
  test.describe(`Speed: nothing shifts at ${width} px, with late pictures and fonts`, () => {
    test.use({ viewport: { width, height: 900 }, expectedNoise: [/status of 500|^status 500/] });

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
        const record = (await projectRecords()).at(-1);
        const addresses: Record<string, string> = {
          'a project': `/projects/${record?.id}`,
          'a category': `/projects?category=${encodeURIComponent(record?.category ?? '')}`,
        };
        for (const path of paths) {
          held = 0;
          await openHydrated(page, addresses[path] ?? path);
          await page.waitForLoadState('networkidle');
          await expectNoShifts(page, path);
          expect([path, held > 0]).toEqual([path, true]);
        }
      });
    }

    test('on a project and a home page that a move leads to, and whose data is answered late', async ({
      page,
    }) => {
      const record = (await projectRecords()).find(({ images }) => images.length > 1);
      await openHydrated(page, '/projects');
      await page.waitForLoadState('networkidle');
      await answerLate(page, '**/api/collections/projects/records?filter*');
      await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
      await expect(page.getByTestId('skeleton')).toBeAttached();
      await expect(page.getByRole('heading', { name: 'About this project' })).toBeAttached();
      await expectNoShifts(page, 'a project');

      await openHydrated(page, '/about');
      await page.waitForLoadState('networkidle');
      await answerLate(page, '**/api/collections/projects/records?page*');
      await page.getByRole('link', { name: 'Digital Studio' }).first().click();
      const work = page.getByRole('region', { name: 'Selected work' });
      await expect(work.getByRole('heading', { level: 2 })).toBeAttached();
      await expect(work.getByRole('article')).toHaveCount(0);
      await expect(work.getByRole('article')).toHaveCount(4);
      await expectNoShifts(page, 'home');
    });

    test('when a form is answered late, with 200 or 500', async ({ page }) => {
      let status = 200;
      await page.route('**/api/collections/*/records', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await new Promise((done) => setTimeout(done, 2 * LATE));
        await route.fulfill({ status, json: { status, message: '', data: {} } });
      });
      for (const path of ['/contact', '/micora/delete']) {
        for (status of [200, 500]) {
          await openHydrated(page, path);
          if (path === '/contact') {
            for (const label of ['Full name', 'Project details']) await page.getByLabel(label).fill('Ada');
          } else await page.getByRole('checkbox').check();
          for (const field of await page.getByLabel(/email/i).all()) await field.fill('ada@example.com');
          await page.waitForTimeout(LATE);
          await page.evaluate(() => Object.assign(window, { shifts: [] }));
          await page.getByRole('button', { name: /Send|Request/ }).click();
          const notice = status === 200 ? /^✅|^Request Submitted/ : /^❌|^Submission Failed/;
          await expect(page.getByText(notice)).toBeVisible();
          await expectNoShifts(page, `${path} answered with ${status}`);
        }
      }
    });
  });
}
