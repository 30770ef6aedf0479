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
    // Playwright's text search passes over <noscript>.
    await expect(page.locator('noscript p')).toContainText('The list of our projects needs JavaScript.');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByTestId('skeleton').first()).toBeHidden();
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
