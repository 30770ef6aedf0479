import { projectRecords } from '../projectRecords';
import { expect, test } from '../test';

test.describe('§2 a page needs no script to be read', () => {
  // A browser that runs no scripts says of each preloaded one that it was refused.
  test.use({ javaScriptEnabled: false, expectedNoise: [/\.js csp$/] });

  test('§2 home shows its full content and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await expect(page.getByText('99%', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    const [record] = await projectRecords();
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
    await page.getByRole('link', { name: record?.title ?? '' }).click();
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
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
