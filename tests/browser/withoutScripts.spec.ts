import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRecords } from './projectRecords';
import { copySite } from './startSite';
import { expect, test } from './test';

test.describe('§2 a page needs no script to be read', () => {
  // A browser that runs no scripts says of each preloaded one that it was refused.
  test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

  test('§2 home shows its full content and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await expect(page.getByText('99%', { exact: true })).toBeVisible();
    const [record] = await projectRecords();
    await page.getByRole('link', { name: 'Start a website' }).click();
    await expect(page.getByRole('form', { name: 'Contact form' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
    await page.getByRole('link', { name: record?.title ?? '' }).click();
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
  });

  test('Failures: a page does not say that something is still to come', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.locator('#unready')).toHaveCSS('animation-name', 'none');
    await expect(page.locator('#unready')).toBeHidden();
  });

  test('§2 each category is a link to a list of its projects, whatever else the address says', async ({
    page,
  }) => {
    const records = await projectRecords();
    const category = records.at(-1)?.category ?? '';
    const titles = records.filter((one) => one.category === category).map(({ title }) => title);
    const shown = page.getByRole('article').getByRole('heading');
    await page.goto('/projects?utm_source=elsewhere');
    await expect(shown).toHaveCount(records.length);
    await page.getByRole('link', { name: category, exact: true }).click();
    await expect(page).toHaveURL(`/projects?category=${encodeURIComponent(category)}`);
    await expect(shown).toHaveText(titles);
  });

  test('§2 MiCora shows its full content and its links work', async ({ page }) => {
    await page.goto('/micora');
    await expect(page.getByRole('heading', { name: 'Cloud Sync' })).toBeVisible();
    await page
      .getByRole('link', { name: /Digital Studio/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('§7 every picture is shown while none of its copies is made', async ({ page }) => {
    const [record] = await projectRecords();
    const site = await copySite();
    rmSync(join(site.directory, 'assets/pictures'), { recursive: true });
    try {
      const answers = new Set<number>();
      page.on('response', (answer) => {
        if (answer.url().endsWith('.avif')) answers.add(answer.status());
      });
      for (const path of ['/projects', `/projects/${record?.id}`]) {
        await page.goto(site.url + path);
        await expectAllShown(page);
      }
      expect([...answers]).toEqual([302]);
    } finally {
      await site.stop();
    }
  });

  test.describe('at 390 px', () => {
    test.use({ viewport: { width: 390, height: 844 } });
    test('§4 the menu opens and leads on', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
      await expect(page).toHaveURL(/\/projects$/);
    });
  });
});

/** Each picture is loaded once it is near. */
async function expectAllShown(page: Page): Promise<void> {
  const pictures = page.getByRole('main').locator('img[src^="/api/files/"]');
  expect(await pictures.count()).toBeGreaterThan(0);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
}
