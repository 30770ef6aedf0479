import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRecords } from './projectRecords';
import { copySite } from './startSite';
import { expect, siteUrl, test } from './test';

test.describe('§2 a page needs no script to be read', () => {
  // A browser that runs no scripts says of each preloaded one that it was refused.
  test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

  test('§2 home shows its full content and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await expect(page.getByText('99%', { exact: true })).toBeVisible();
    const [record] = await projectRecords();
    const newest = (await projectRecords()).filter(({ status }) => status === 'Completed').at(-1);
    const work = page.getByRole('region', { name: 'Selected work' });
    await expect(work.getByRole('heading', { level: 3 })).toHaveCount(4);
    await expect(work.getByRole('link', { name: newest?.title ?? '', exact: true })).toHaveAttribute(
      'href',
      `/projects/${newest?.id}`,
    );
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
    await expect(page).toHaveTitle(new RegExp(`^${category} projects`));
    const spelling = new URLSearchParams({ utm_source: 'elsewhere', category });
    await page.goto(`/projects?${spelling}&category=Nothing`);
    await expect(shown).toHaveText(titles);
    await page.goto('/projects?category=Nothing');
    await expect(shown).toHaveCount(records.length);
    await expect(page.getByText('Nothing')).toHaveCount(0);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/projects$/);
  });

  test.describe('', () => {
    test.use({ expectedNoise: [/\.js csp$|status of 404|^status 404/] });

    test('§2 an address of no project says so, and leads on', async ({ page }) => {
      await page.goto('/projects/nothing');
      await expect(page.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveText('The project you are looking for does not exist.');
      await page.getByRole('link', { name: 'View All Projects' }).click();
      await expect(page).toHaveURL('/projects');
    });
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

  test('§7 every picture is shown, also while none of its copies is made', async ({ page }) => {
    const [record] = await projectRecords();
    const [made, site] = [siteUrl('SITE_URL'), await copySite()];
    rmSync(join(site.directory, 'assets/pictures'), { recursive: true });
    try {
      for (const origin of [made, site.url]) {
        const answers: number[] = [];
        page.on('response', (answer) => {
          if (answer.url().endsWith('.avif')) answers.push(answer.status());
        });
        for (const path of ['/projects', `/projects/${record?.id}`]) {
          await page.goto(origin + path);
          await expectAllShown(page);
        }
        expect([...new Set(answers)]).toEqual([origin === made ? 200 : 302]);
        page.removeAllListeners('response');
      }
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
