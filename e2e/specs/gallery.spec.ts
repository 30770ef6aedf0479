import type { Page } from '@playwright/test';
import { hydrated } from '../hydrated';
import { projectRecords } from '../projectRecords';
import { expect, test } from '../test';

/** Opens a project with several pictures and scrolls a little. Returns how many there are. */
async function open(page: Page): Promise<number> {
  const record = (await projectRecords()).find(({ images }) => images.length > 2);
  await page.goto('/projects');
  await hydrated(page);
  await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Show picture 3/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 60));
  return record?.images.length ?? 0;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Pictures of/ });
const enlarge = (page: Page) => page.getByRole('button', { name: 'Enlarge image' });
const place = (page: Page) =>
  page.evaluate(() => ({ scroll: scrollY, address: location.href, width: document.body.clientWidth }));

test.describe('§2 a picture of the gallery, enlarged', () => {
  for (const [name, close] of Object.entries({
    Escape: (page: Page) => page.keyboard.press('Escape'),
    Back: (page: Page) => page.goBack(),
    'its button': (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).click(),
  })) {
    test(`§2 is closed by ${name}; scroll, focus and history are as they were`, async ({ page }) => {
      await open(page);
      await enlarge(page).focus();
      const before = await place(page);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toBeVisible();
      expect(await place(page)).toEqual(before);
      await close(page);
      await expect(dialog(page)).toHaveCount(0);
      await expect(enlarge(page)).toBeFocused();
      await page.waitForTimeout(200);
      expect(await place(page)).toEqual(before);
      await expect(enlarge(page)).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/projects');
    });
  }

  test('§2 is shown whole, turned by keys, buttons and swipes, and stays turned', async ({ page }) => {
    const count = await open(page);
    const shown = (position: number) =>
      dialog(page).getByRole('img', { name: new RegExp(`, picture ${position}$`) });
    await page.getByRole('img', { name: /, picture 1$/ }).click();
    await expect(shown(1)).toBeVisible();
    const box = await shown(1).boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(shown(1)).toHaveCSS('object-fit', 'contain');
    await page.keyboard.press('ArrowLeft');
    await expect(shown(count)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(shown(1)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Next image' }).click();
    await expect(shown(2)).toBeVisible();
    await page.mouse.move(900, 500);
    await page.mouse.down();
    await page.mouse.move(600, 500, { steps: 4 });
    await page.mouse.up();
    await expect(shown(3)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: `3 of ${count}` })).toBeVisible();
  });

  test('§2 keeps the focus inside', async ({ page }) => {
    await open(page);
    await enlarge(page).click();
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(isInside).toBe(true);
    }
  });
});
