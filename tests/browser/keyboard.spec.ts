import type { Page } from '@playwright/test';
import { openHydrated } from './hydrated';
import { galleryDescriptions, projectRecords } from './projectRecords';
import { expect, test } from './test';

test.describe('Accessibility: keyboard navigation', () => {
  test('§2 by keyboard, a visitor can get from the skip link to a project and through its gallery', async ({
    page,
  }) => {
    for (const path of ['/micora', '/']) {
      await openHydrated(page, path);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(path);
    }

    await tabTo(page, 'View Our Work');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByRole('main')).toBeFocused();

    await expect(page.getByRole('article').first()).toBeVisible();
    const { category = '', title = '' } =
      (await projectRecords()).find((record) => galleryDescriptions(record).length > 1) ?? {};
    await tabTo(page, category);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: category, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await tabTo(page, title);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    await tabTo(page, 'Start Your Project');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contact$/);
    // The keyboard shortcut for Back does not work in headless mode.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    await tabTo(page, 'Next image');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: /^2 of/ })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('group', { name: /^1 of/ })).toBeVisible();
  });

  test('every element that Tab reaches on the home page has a focus outline', async ({ page }) => {
    await openHydrated(page, '/');
    const stops = await page.getByRole('link').count();
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const element = document.activeElement;
        return element && element !== document.body
          ? getComputedStyle(element).outlineStyle
          : 'left the page';
      });
      expect(outline).not.toBe('none');
    }
  });
});

/**
 * Presses Tab until the element with the given label or text has focus.
 *
 * @throws Error if the element does not have focus after 60 presses
 */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? '';
    });
    if (focused === name) return;
  }
  throw new Error(`Tab does not lead to "${name}".`);
}
