import type { Page } from '@playwright/test';
import { holdBack } from '../browser/holdBack';
import { hydrated, openHydrated } from '../browser/hydrated';
import { projectRecords } from '../browser/projectRecords';
import { expect, test } from '../browser/test';
import { watchShifts } from '../browser/watchShifts';

const PAGES = {
  'the studio': ['/', '/projects', '/about', '/contact', '/privacy', 'a project', 'a category'],
  MiCora: ['/micora', '/micora/tos', '/micora/delete', '/micora/verification'],
};

const PICTURES_AND_FONTS = /\.(?:woff2|avif|jpe?g|png|webp)(?:\?|$)/;

async function openLate(page: Page, address: string): Promise<void> {
  const release = await holdBack(page, PICTURES_AND_FONTS);
  const requested = page.waitForRequest(PICTURES_AND_FONTS);
  await page.goto(address, { waitUntil: 'commit' });
  await hydrated(page);
  await requested;
  release();
  await page.waitForLoadState('networkidle');
}

for (const width of [390, 1440]) {
  test.describe(`Speed: layout at ${width} px, with late pictures and fonts`, () => {
    test.use({ viewport: { width, height: 900 }, expectedNoise: [/status of 500|^status 500/] });

    for (const [part, paths] of Object.entries(PAGES)) {
      test(`nothing shifts on any page of ${part}`, async ({ page }) => {
        const shifts = await watchShifts(page);
        const record = (await projectRecords()).at(-1);
        const addresses: Record<string, string> = {
          'a project': `/projects/${record?.id}`,
          'a category': `/projects?category=${encodeURIComponent(record?.category ?? '')}`,
        };
        for (const path of paths) {
          await openLate(page, addresses[path] ?? path);
          expect([path, await shifts()]).toEqual([path, []]);
        }
      });
    }

    test('nothing shifts when data arrives late on a project page or on the home page', async ({ page }) => {
      const shifts = await watchShifts(page);
      const record = (await projectRecords()).find(({ images }) => images.length > 1);
      await openLate(page, '/projects');
      const answerProject = await holdBack(page, '**/api/collections/projects/records?filter*');
      await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
      await expect(page.getByTestId('skeleton')).toBeAttached();
      expect(['a skeleton', await shifts()]).toEqual(['a skeleton', []]);
      answerProject();
      await expect(page.getByRole('heading', { name: 'About this project' })).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(['a project', await shifts()]).toEqual(['a project', []]);

      await openLate(page, '/about');
      const answerList = await holdBack(page, '**/api/collections/projects/records?page*');
      await page.getByRole('link', { name: 'Digital Studio' }).first().click();
      const work = page.getByRole('region', { name: 'Selected work' });
      await expect(work.getByRole('heading', { level: 2 })).toBeAttached();
      await expect(work.getByRole('article')).toHaveCount(0);
      expect(['home without its list', await shifts()]).toEqual(['home without its list', []]);
      answerList();
      await expect(work.getByRole('article')).toHaveCount(4);
      await page.waitForLoadState('networkidle');
      expect(['home', await shifts()]).toEqual(['home', []]);
    });

    test('nothing shifts while a form is being sent, or when the server responds with a 500', async ({
      page,
    }) => {
      const shifts = await watchShifts(page);
      for (const path of ['/contact', '/micora/delete']) {
        for (const status of [200, 500]) {
          await openHydrated(page, path);
          await page.route('**/api/collections/*/records', (route) =>
            route.fulfill({ status, json: { status, message: '', data: {} } }),
          );
          const answer = await holdBack(page, '**/api/collections/*/records');
          if (path === '/contact') {
            for (const label of ['Full name', 'Project details']) await page.getByLabel(label).fill('Ada');
          } else await page.getByRole('checkbox').check();
          for (const field of await page.getByLabel(/email/i).all()) await field.fill('ada@example.com');
          await shifts();
          await page.getByRole('button', { name: /Send|Request/ }).click();
          await expect(page.getByRole('button', { name: /^Sending|^Processing/ })).toBeVisible();
          expect([path, 'sending', await shifts()]).toEqual([path, 'sending', []]);
          answer();
          const notice = status === 200 ? /^✅|^Request Submitted/ : /^❌|^Submission Failed/;
          await expect(page.getByText(notice)).toBeVisible();
          const shifted = await shifts();
          // After a successful submission, a notice replaces the form. The notice is only as tall as its text, so the
          // content below moves up (§4).
          if (status !== 200) expect([path, status, shifted]).toEqual([path, status, []]);
        }
      }
    });
  });
}
